/** The strategy of the numbered experiments: every enabled action is as likely as any other. */

import type { Strategy } from "./action.ts";
import { randomStream, wholeBelow } from "./random.ts";

export function randomWalk(seed: number): Strategy {
  const random = randomStream(seed, "schedule");
  return { pick: (actions) => wholeBelow(random, actions.length) };
}
