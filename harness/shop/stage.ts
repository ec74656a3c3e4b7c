/** A world of its own on a clean database, with the shop's hosts in it, and how to let it come to rest. */

import type { Strategy } from "../kernel/action.ts";
import { Misuse, Stuck } from "../kernel/failure.ts";
import { randomWalk } from "../kernel/randomWalk.ts";
import { World } from "../kernel/world.ts";
import type { LabDatabase, LabRun } from "../postgres/lab.ts";
import { Hosts, type Setting } from "./hosts.ts";
import { locate } from "./locate.ts";

export interface StageOptions {
  readonly seed: number;
  /** Chooses what happens next; a random walk by the seed unless said. */
  readonly strategy?: Strategy;
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
  /** Lets everything happen that can. When something waits for what never comes: who waits for whom; when the system ended it by misuse: by which. */
  comeToRest(): Promise<readonly string[] | undefined>;
}

/**
 * Sets a stage, has it used, and gives connections and processes back. None is used again when the run did not come to its
 * end. Where both the use and this fail, the use is what failed.
 */
export async function onStage<T>(
  lab: LabDatabase,
  setting: Setting,
  options: StageOptions,
  use: (stage: Stage) => Promise<T>,
): Promise<T> {
  const { seed, slackMs = 0, keepSource, afresh = false, crashes = false } = options;
  const { strategy = randomWalk(seed) } = options;
  const world = new World({ strategy, slackMs, ...(keepSource ? { locate } : {}) });
  const run = await lab.begin(world, { afresh, crashes });
  const hosts = new Hosts(world, run, setting);
  const end = async (abandoned: boolean): Promise<void> => {
    try {
      await run.end(abandoned);
    } finally {
      await hosts.end(abandoned);
    }
  };
  let atRest = false;
  const comeToRest = async (): Promise<readonly string[] | undefined> => {
    try {
      await world.run();
      atRest = true;
      return undefined;
    } catch (error) {
      if (error instanceof Stuck) return error.waiting;
      if (error instanceof Misuse) return [error.message];
      throw error;
    }
  };
  let result: T;
  try {
    result = await use({ world, run, hosts, comeToRest });
  } catch (error) {
    await end(true).catch(() => undefined);
    throw error;
  }
  await end(!atRest);
  return result;
}
