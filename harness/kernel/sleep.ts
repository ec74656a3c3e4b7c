/** The clock's source: tasks that sleep until a virtual time. */

import type { Action, Source } from "./action.ts";
import { taskLabel, type Parked } from "./task.ts";
import type { World } from "./world.ts";

interface Sleeper {
  readonly parked: Parked<undefined>;
  readonly dueMs: number;
  readonly sinceMs: number;
  readonly source: string | undefined;
}

export class Sleepers implements Source {
  readonly #world: World;
  readonly #sleepers = new Set<Sleeper>();

  constructor(world: World) {
    this.#world = world;
    world.addSource(this);
  }

  /** Parks the current task for so many virtual milliseconds. */
  async sleep(ms: number): Promise<void> {
    const source = this.#world.locate();
    const parked = this.#world.park<undefined>("sleep");
    this.#sleepers.add({ parked, dueMs: this.#world.nowMs + ms, sinceMs: this.#world.nowMs, source });
    await parked.settled;
  }

  enabled(): readonly Action[] {
    return [...this.#sleepers].map((sleeper) => ({
      kind: "timer" as const,
      task: sleeper.parked.task,
      text: `${taskLabel(sleeper.parked.task)}: slept`,
      sinceMs: sleeper.sinceMs,
      dueMs: sleeper.dueMs,
      carryOut: () => {
        this.#sleepers.delete(sleeper);
        return { outcome: "", source: sleeper.source, resume: () => sleeper.parked.resolve(undefined) };
      },
    }));
  }

  forget(host: string): void {
    for (const sleeper of this.#sleepers) if (sleeper.parked.task.host === host) this.#sleepers.delete(sleeper);
  }

  waiting(): readonly string[] {
    return [...this.#sleepers].map((s) => `${taskLabel(s.parked.task)} sleeps until ${s.dueMs} ms`);
  }
}
