/** Actors over bare SQL sessions, run once in the lab under a strategy. */

import type { Strategy } from "../kernel/action.ts";
import type { LabDatabase } from "../postgres/lab.ts";
import { playStory } from "../sql/play.ts";
import type { Race } from "./races.ts";

/**
 * Tells whether the race was lost: a judge asks when all have ended.
 * @param race one without a question is never lost.
 */
export async function inTheLab(
  lab: LabDatabase,
  { actors, lost }: Pick<Race, "actors"> & Partial<Race>,
  strategy: Strategy,
): Promise<boolean> {
  const { course } = await playStory(lab, { sessions: actors, question: lost }, strategy);
  return course.left.length > 0;
}
