/** A world without a server, for tests: tasks whose steps do nothing but happen. */
import type { Action, Source, Strategy } from "../kernel/action.ts";
import { taskLabel, type Parked } from "../kernel/task.ts";
import { World } from "../kernel/world.ts";

class Steps implements Source {
  readonly #world: World;
  readonly #asked = new Set<Parked<undefined>>();

  constructor(world: World) {
    this.#world = world;
    world.addSource(this);
  }

  async step(): Promise<void> {
    const parked = this.#world.park<undefined>("a step");
    this.#asked.add(parked);
    await parked.settled;
  }

  enabled(): readonly Action[] {
    return [...this.#asked].map((parked) => ({
      kind: "statement",
      task: parked.task,
      text: `${taskLabel(parked.task)}: a step`,
      sinceMs: 0,
      carryOut: () => {
        this.#asked.delete(parked);
        return { outcome: "", resume: () => parked.resolve(undefined) };
      },
    }));
  }

  waiting(): readonly string[] {
    return [];
  }
}

/** Tasks of so many decisions each, the beginning included; who went on at each decision: `AAABBB`. */
export async function toyRun(strategy: Strategy, tasks: Readonly<Record<string, number>>): Promise<string> {
  const world = new World({ strategy });
  const steps = new Steps(world);
  for (const [name, decisions] of Object.entries(tasks)) {
    world.spawn("host", name, async () => {
      for (let nth = 1; nth < decisions; nth++) await steps.step();
    });
  }
  await world.run();
  return world.trace.steps.map(({ text }) => /host (\w+)/.exec(text)?.[1] ?? "?").join("");
}
