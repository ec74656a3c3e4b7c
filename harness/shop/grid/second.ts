/** A second fault in the recovery from the first. There are too many pairs to try each: a few are drawn by the seed. */

import { randomStream, wholeBelow } from "../../kernel/random.ts";
import type { SecondCrash } from "../../verdict/grid.ts";
import { judge } from "./judge.ts";
import { pointsOf, type Point } from "./points.ts";
import { faultWords, type Fault } from "./strike.ts";
import { attempt, type Striker } from "./striker.ts";

/** How many pairs are drawn for each flow. */
const each = 3;
/** Faults after which something has to be started again. */
const crashes = ["kill-before", "kill-after", "stop-before", "stop-after"] as const satisfies readonly Fault[];
/** Who works in a recovery. */
const hosts = ["orders-1", "recovery", "sweeper", "relay", "fulfillment"] as const;

export async function secondCrashes(striker: Striker, points: readonly Point[]): Promise<readonly SecondCrash[]> {
  const random = randomStream(striker.seed, `crash of ${striker.flow.name}`);
  const drawn = <T>(things: readonly T[]): T => things[wholeBelow(random, things.length)] as T;
  const found: SecondCrash[] = [];
  for (let nth = 0; nth < each; nth++) {
    const point = drawn(points);
    const first = striker.strike(point, drawn(crashes));
    let says = `${faultWords(first.fault)} "${point.words}"`;
    const verdict = await attempt(async () => {
      const { trace, recovery } = await striker.fly({ flow: first });
      const works = hosts.filter((one) => pointsOf(trace.steps, recovery, one).length > 0);
      if (works.length === 0) return { verdict: "unknown", about: ["its recovery made no decision"] };
      const host = drawn(works);
      const again = drawn(pointsOf(trace.steps, recovery, host));
      const second = { fault: drawn(crashes), decision: again.decision, host };
      says = `${says}, then ${faultWords(second.fault)} "${again.words}" of ${host}`;
      return judge(await striker.fly({ flow: first, recovery: second }));
    });
    found.push({ says, ...verdict });
  }
  return found;
}
