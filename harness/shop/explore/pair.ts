/** Two things that happen at once, from a situation that has been prepared: what can be explored to the end. */

import type { Subject } from "../../explore/subject.ts";
import type { LabDatabase } from "../../postgres/lab.ts";
import type { Act, Flow } from "../grid/flow.ts";
import type { Story } from "../story.ts";
import { flown } from "./flown.ts";
import { deal, faultNamed } from "./messageFault.ts";

export interface Pair extends Pick<Flow, "stock" | "before" | "config"> {
  /** As it is typed: `pay-cancel`. */
  readonly name: string;
  /** As it is said: `pay × cancel`. */
  readonly title: string;
  /** What is at stake, a sentence for people. */
  readonly says: string;
  /** How many departures from the default schedule an exhaustive search takes, unless it is told. */
  readonly bound: number;
  /** The same where at most one message is lost, loses its reply, or comes twice. */
  readonly faultedBound: number;
  /** A deliberately wrong part, which the same search has to find broken. */
  readonly control?: NonNullable<Flow["wrong"]>;
}

/** How much virtual time passes before both are taken to be over, ms. */
export const horizonMs = 120_000;

/** The pair's runs differ in their schedules only. */
export function pairSubject(lab: LabDatabase, pair: Pair, seed: number, wrong?: Flow["wrong"]): Subject<undefined> {
  let runs = 0;
  return {
    draw: () => undefined,
    read: () => undefined,
    run: async (_, strategy, name) => {
      const fault = name === undefined ? undefined : faultNamed(name);
      return flown(lab, flowOf(pair, wrong), strategy, {
        ...{ seed, afresh: runs++ === 0 },
        ...(fault === undefined ? {} : { befall: (stage) => deal(stage, fault) }),
      });
    },
  };
}

/** The pair as a flow: both at once, and whatever happens until the horizon. */
function flowOf({ name, stock, before, config }: Pair, wrong?: Flow["wrong"]): Omit<Flow, "host" | "says"> {
  return {
    name,
    stock,
    ...(config === undefined ? {} : { config }),
    ...(wrong === undefined ? {} : { wrong }),
    async before(story: Story): Promise<Act> {
      const act = await before(story);
      return (time) => [...act(time), story.time.pass(horizonMs)];
    },
  };
}
