/**
 * A strategy for one part of a run. Before and after it the default schedule chooses; within it the lab's own tasks (the
 * story that waits for both sides) go first and are no choice.
 */

import type { Strategy } from "../kernel/action.ts";
import { defaultSchedule } from "./defaultSchedule.ts";

export interface Phased {
  readonly strategy: Strategy;
  /** From now on the strategy chooses. */
  begin(): void;
  /** From now on the default schedule does. */
  end(): void;
}

/** @param own the host whose tasks are the lab's own. */
export function phased(within: Strategy, own: string): Phased {
  let on = false;
  const pick: Strategy["pick"] = (actions, last) => {
    if (!on) return defaultSchedule.pick(actions, last);
    const ours = actions.findIndex(({ task }) => task?.host === own);
    return ours >= 0 ? ours : within.pick(actions, last);
  };
  return { strategy: { pick }, begin: () => void (on = true), end: () => void (on = false) };
}
