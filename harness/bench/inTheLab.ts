/** Actors over bare SQL sessions, run once in the lab under a strategy. */

import type { Strategy } from "../kernel/action.ts";
import { World } from "../kernel/world.ts";
import type { LabDatabase } from "../postgres/lab.ts";
import type { Race } from "./races.ts";

/**
 * Tells whether the race was lost: a judge asks when all have ended.
 * @param race one without a question is never lost.
 */
export async function inTheLab(
  lab: LabDatabase,
  { actors, lost: question }: Pick<Race, "actors"> & Partial<Race>,
  strategy: Strategy,
): Promise<boolean> {
  const world = new World({ strategy });
  const run = await lab.begin(world);
  const pool = run.pool("actors", actors.length);
  let lost = false;
  const spawn = (name: string, body: Race["actors"][number]): void => {
    world.spawn(name, "works", async () => {
      const session = await pool.connect();
      await body(async (text, values) => (await session.query(text, values)).rows);
      session.release();
    });
  };
  actors.forEach((actor, i) => spawn(`actor-${i + 1}`, actor));
  await world.run();
  if (question !== undefined) {
    spawn("judge", async (ask) => {
      lost = (await ask(question)).length > 0;
    });
    await world.run();
  }
  await run.end(false);
  return lost;
}
