/** Whether PostgreSQL's own tester shows of a run what the lab has shown: the run as a spec, judged by what it prints. */

import { installedBinaries, usableBinaries, type Major } from "../postgres/cluster/binaries.ts";
import type { Server } from "../postgres/server.ts";
import { withEmptyDatabase } from "../spec/database.ts";
import { answersOf, type StepAnswer } from "../spec/printed.ts";
import { hasStock, runStock } from "../spec/stock.ts";
import { specText } from "../spec/text.ts";
import { LabError } from "../verdict/failure.ts";
import type { Played } from "./play.ts";
import { questionStep, specOf, type SpecOfRun } from "./spec.ts";
import type { Asked, Course, SqlStory } from "./story.ts";

export interface StockShown {
  /** The spec, as text. */
  readonly spec: string;
  /** What the stock tester has written of it. */
  readonly output: string;
  /** What went wrong there too, one sentence each; empty when nothing did. */
  readonly amiss: readonly string[];
}

/** Whether the tester comes with this server. */
export function stockIsHere({ kind, major }: Server): boolean {
  return kind === "embedded" && hasStock(installedBinaries(major as Major));
}

/** @param server an embedded one, since the tester comes with its binaries. */
export async function inStock(server: Server, story: SqlStory, played: Played): Promise<StockShown> {
  if (server.kind !== "embedded") throw notEmbedded();
  const { spec, origins } = specOf(story, played);
  const text = specText(spec, spec.permutations);
  const binaries = await usableBinaries(server.major as Major);
  const { out, err, code } = await withEmptyDatabase(server, (address) =>
    runStock(text, binaries, address, story.name),
  );
  const answers = answersOf(out);
  const output = code === 0 ? out : `${out}${err}`;
  // Of a run that did not come to its question nothing is known.
  if (!answers.has(questionStep)) return { spec: text, output, amiss: [] };
  return { spec: text, output, amiss: story.amiss(courseIn(answers, origins, played.course)) };
}

/** The course of the run as the stock tester has printed it. */
function courseIn(
  answers: ReadonlyMap<string, StepAnswer>,
  origins: SpecOfRun["origins"],
  { sessions }: Course,
): Course {
  const printed = sessions.map((asked) => asked.map((one): Asked => ({ ...one, rows: [] })));
  for (const [name, origin] of origins) {
    if (origin === undefined) continue;
    const { session, statement } = origin;
    const own = printed[session]!;
    const answer = answers.get(name);
    const refused = answer === undefined || answer.error !== undefined;
    own[statement] = { ...own[statement]!, rows: refused ? undefined : answer.rows };
  }
  return { sessions: printed, left: answers.get(questionStep)?.rows ?? [] };
}

function notEmbedded(): LabError {
  return new LabError("PostgreSQL's own tester runs on the embedded server only.", {
    why: "It comes with the embedded binaries, and a spec may make and drop anything.",
    next: "Ask for the embedded server: --postgres 18.",
    exitCode: 2,
  });
}
