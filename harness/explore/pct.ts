/**
 * Probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi, Nagarakatte: A randomized scheduler with
 * probabilistic guarantees of finding bugs, ASPLOS 2010). Each actor has a priority by chance, and the highest that can go
 * on does; at d - 1 choices, drawn beforehand, the one that goes on falls below all others. With n actors and k choices it
 * meets any defect of depth d with a probability of at least 1 / (n · k^(d - 1)).
 */

import type { Action, Strategy } from "../kernel/action.ts";
import { randomStream, wholeBelow } from "../kernel/random.ts";
import { taskLabel } from "../kernel/task.ts";

export interface PctOptions {
  readonly seed: number;
  /** How many ordering constraints a defect may need; from 1. */
  readonly depth: number;
  /** How many choices a run is expected to have. */
  readonly choices: number;
}

export function pct({ seed, depth, choices }: PctOptions): Strategy {
  const random = randomStream(seed, "schedule");
  /** The highest first. Actors appear on the way, each at a place by chance. */
  const ranks: string[] = [];
  /** Those that fell, the lowest last: below all others, and a later one below an earlier. */
  const fallen: string[] = [];
  const changes = Array.from({ length: depth - 1 }, () => 1 + wholeBelow(random, Math.max(1, choices)));
  let choice = 0;
  const meet = (actor: string): void => {
    if (!ranks.includes(actor) && !fallen.includes(actor)) ranks.splice(wholeBelow(random, ranks.length + 1), 0, actor);
  };
  const highest = (actors: readonly string[]): number => {
    const order = [...ranks, ...fallen];
    return actors.indexOf(order.find((actor) => actors.includes(actor)) ?? "");
  };
  return {
    pick(actions) {
      choice++;
      const actors = actions.map(actorOf);
      actors.forEach(meet);
      for (const change of changes) {
        if (change !== choice) continue;
        const actor = actors[highest(actors)] ?? "";
        for (const list of [ranks, fallen]) if (list.includes(actor)) list.splice(list.indexOf(actor), 1);
        fallen.push(actor);
      }
      return highest(actors);
    },
  };
}

/** A task; a message or what else belongs to none is an actor of its own. */
function actorOf({ task, text }: Action): string {
  return task === undefined ? text : taskLabel(task);
}
