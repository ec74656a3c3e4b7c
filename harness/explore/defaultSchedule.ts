/**
 * The schedule from which others depart. It is total: continue the last task; else granted waiters, the first blocked
 * first; else tasks in the order in which they are listed; else the oldest message; else the earliest timer.
 */

import type { Action, ActionKind, Strategy } from "../kernel/action.ts";
import type { Task } from "../kernel/task.ts";

/** Statements are work of tasks like any other. */
const turns: Readonly<Record<ActionKind, number>> = { grant: 1, task: 2, statement: 2, message: 3, timer: 4 };

/** The places of the actions, the one that the default schedule picks first. */
export function inDefaultOrder(actions: readonly Action[], last: Task | undefined): readonly number[] {
  const turn = ({ task, kind }: Action): number => (task !== undefined && task === last ? 0 : turns[kind]);
  return actions
    .map((action, place) => ({ place, turn: turn(action), nthWait: action.nthWait ?? 0 }))
    .sort((a, b) => a.turn - b.turn || a.nthWait - b.nthWait || a.place - b.place)
    .map(({ place }) => place);
}

export const defaultSchedule: Strategy = { pick: (actions, last) => inDefaultOrder(actions, last)[0] ?? 0 };
