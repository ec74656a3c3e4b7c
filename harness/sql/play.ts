/** One run of a story in the lab, under a strategy. */

import type { Strategy } from "../kernel/action.ts";
import type { Trace } from "../kernel/trace.ts";
import { World } from "../kernel/world.ts";
import type { LabDatabase } from "../postgres/lab.ts";
import type { Asked, Course, Row, SqlStory } from "./story.ts";

export interface Played {
  readonly course: Course;
  readonly trace: Trace;
}

/** What a session's host is called, from 0. */
export function hostOf(session: number): string {
  return `session-${session + 1}`;
}

/**
 * @param story one without a question is not asked anything at its end.
 * @param afresh cleans the tables as if no run had been before.
 */
export async function playStory(
  lab: LabDatabase,
  { sessions, question }: Pick<SqlStory, "sessions"> & { readonly question?: string | undefined },
  strategy: Strategy,
  afresh = false,
): Promise<Played> {
  const world = new World({ strategy });
  const run = await lab.begin(world, { afresh });
  const pool = run.pool("sessions", sessions.length);
  const asked = sessions.map((): Asked[] => []);
  let abandoned = true;
  try {
    sessions.forEach((body, index) => {
      world.spawn(hostOf(index), "works", async () => {
        const session = await pool.connect();
        const own = asked[index]!;
        await body(async (text, values = []) => {
          const place = own.push({ text, values, rows: undefined }) - 1;
          const { rows } = await session.query<Row>(text, values);
          own[place] = { text, values, rows };
          return rows;
        });
        session.release();
      });
    });
    await world.run();
    const left = question === undefined ? [] : await run.ask<Record<string, unknown>>(question);
    const [unheard] = world.unheard();
    if (unheard !== undefined) throw new Error(unheard);
    abandoned = false;
    return { course: { sessions: asked, left }, trace: world.trace };
  } finally {
    await run.end(abandoned);
  }
}
