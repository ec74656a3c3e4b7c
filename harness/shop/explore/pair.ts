/** Two things that happen at once, from a situation that has been prepared: what an exploration explores. */

import type { Act, Flow } from "../grid/flow.ts";
import type { Story } from "../story.ts";

export interface Pair extends Pick<Flow, "stock" | "before"> {
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

/** The pair as a flow: both at once, and whatever happens until the horizon. */
export function flowOf({ name, stock, before }: Pair, wrong?: Flow["wrong"]): Omit<Flow, "host" | "says"> {
  return {
    name,
    stock,
    ...(wrong === undefined ? {} : { wrong }),
    async before(story: Story): Promise<Act> {
      const act = await before(story);
      return () => [...act(), story.time.pass(horizonMs)];
    },
  };
}
