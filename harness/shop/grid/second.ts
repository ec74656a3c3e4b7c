/** A second fault in the recovery from the first. There are too many pairs to try each: a few are drawn by the seed. */

import { randomStream, wholeBelow } from "../../kernel/random.ts";
import type { SecondCrash } from "../../verdict/grid.ts";
import { pointsOf, type Point } from "./points.ts";
import { faultWords, type Fault } from "./strike.ts";
import type { Striker } from "./striker.ts";

/** How many pairs are drawn for each flow. */
const each = 3;
/** Faults after which something has to be started again. */
const crashes = ["kill-before", "kill-after", "stop-before", "stop-after"] as const satisfies readonly Fault[];
/** Who works in a recovery. */
const hosts = ["orders-1", "recovery", "sweeper", "relay", "fulfillment"] as const;

export async function secondCrashes(striker: Striker, points: readonly Point[]): Promise<readonly SecondCrash[]> {
  const random = randomStream(striker.seed, `crash of ${striker.flow.name}`);
  const drawn = <T>(things: readonly T[]): T => things[wholeBelow(random, things.length)] as T;
  const faults = crashes.filter((fault) => striker.faults.includes(fault));
  const found: SecondCrash[] = [];
  for (let nth = 0; nth < each; nth++) {
    const point = drawn(points);
    const first = striker.strike(point, drawn(faults));
    const says = `${faultWords(first.fault)} "${point.words}"`;
    const { trace, recovery } = await striker.fly({ flow: first });
    const host = drawn(hosts.filter((one) => pointsOf(trace.steps, recovery, one).length > 0));
    const again = drawn(pointsOf(trace.steps, recovery, host));
    const second = { fault: drawn(faults), decision: again.decision, host };
    const saysToo = `then ${faultWords(second.fault)} "${again.words}" of ${host}`;
    found.push({ says: `${says}, ${saysToo}`, ...(await striker.judged({ flow: first, recovery: second })) });
  }
  return found;
}
