/** A world of its own on a clean database, with the shop's hosts in it, and how to let it come to rest. */

import { Stuck } from "../kernel/failure.ts";
import { randomWalk } from "../kernel/randomWalk.ts";
import { World } from "../kernel/world.ts";
import type { LabDatabase, LabRun } from "../postgres/lab.ts";
import { Hosts, type Setting } from "./hosts.ts";
import { locate } from "./locate.ts";

export interface StageOptions {
  readonly seed: number;
  /** Find the line of `src` behind each decision. */
  readonly keepSource: boolean;
  /** Begin with tables as if no run had been before. */
  readonly afresh?: boolean;
  /** The server will be stopped. */
  readonly crashes?: boolean;
  /** How long an enabled action may be left waiting while time moves, ms. */
  readonly slackMs?: number;
}

export interface Stage {
  readonly world: World;
  readonly run: LabRun;
  readonly hosts: Hosts;
  /** Gives back connections and processes. `abandoned`: the run did not come to its end, so none is used again. */
  end(abandoned: boolean): Promise<void>;
}

/** Whoever sets it has to end it. */
export async function setStage(lab: LabDatabase, setting: Setting, options: StageOptions): Promise<Stage> {
  const { seed, slackMs = 0, keepSource, afresh = false, crashes = false } = options;
  const world = new World({ strategy: randomWalk(seed), slackMs, ...(keepSource ? { locate } : {}) });
  const run = await lab.begin(world, { afresh, crashes });
  const hosts = new Hosts(world, run, setting);
  return {
    ...{ world, run, hosts },
    end: async (abandoned) => {
      try {
        await run.end(abandoned);
      } finally {
        await hosts.end(abandoned);
      }
    },
  };
}

/** Who waits for whom, when it does not. */
export async function comeToRest(world: World): Promise<readonly string[] | undefined> {
  try {
    await world.run();
    return undefined;
  } catch (error) {
    if (error instanceof Stuck) return error.waiting;
    throw error;
  }
}
