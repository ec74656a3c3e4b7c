/** Shares the runs of a sample among the lab's processes, piece by piece, until there are enough or time is over. */

import { distinct, joined, sampled, struck } from "../explore/joined.ts";
import { plural } from "../evidence/run.ts";
import type { Exploration, ExploredCard, Sampling, Searched } from "../verdict/exploration.ts";
import type { Progress } from "./progress.ts";
import type { LabUse } from "./session.ts";

/** Runs that a process makes before it tells of them. */
const pieceRuns = 10;

export interface Sampled {
  readonly manner: Sampling;
  /** For so long, ms, and not for a number of runs. */
  readonly forMs?: number;
  readonly nowMs: () => number;
  readonly progress: Progress;
}

/** @returns what was found, and whether the sample is whole: an interrupt leaves what was done by then. */
export async function sample(
  use: LabUse,
  card: ExploredCard,
  { manner, forMs, nowMs, progress }: Sampled,
  explore: (manner: Sampling) => Promise<Exploration>,
): Promise<{ readonly found: Exploration; readonly whole: boolean }> {
  const begunMs = nowMs();
  const parts: Exploration[] = [];
  const pieces = forMs === undefined ? piecesOf(manner) : piecesUntil(manner, () => nowMs() - begunMs >= forMs);
  const lanes = Array.from({ length: use.atOnce }, (_, lane) => lane);
  // Each process takes the next piece when it has done with one.
  const working = use.each(lanes, async () => {
    for (const piece of pieces) {
      parts.push(await explore(piece));
      const seconds = Math.max(1, nowMs() - begunMs) / 1000;
      progress.show(`${card.name}  ${standing(joined(parts), seconds)}`);
    }
    return true;
  });
  let whole = true;
  for (const lane of working) if ((await lane) === undefined) whole = false;
  return { found: sampled(card, manner, parts), whole };
}

function* piecesOf(manner: Sampling): Generator<Sampling> {
  const end = manner.from + manner.runs;
  // A control is searched until the first violation, in the order of its runs.
  if (manner.control === true) yield manner;
  else
    for (let from = manner.from; from < end; from += pieceRuns)
      yield { ...manner, from, runs: Math.min(pieceRuns, end - from) };
}

function* piecesUntil(manner: Sampling, over: () => boolean): Generator<Sampling> {
  for (let { from } = manner; !over(); from += pieceRuns) yield { ...manner, from, runs: pieceRuns };
}

function standing(found: Searched, seconds: number): string {
  const { schedules, violated } = found;
  return [
    plural(schedules, "run"),
    `${(schedules / seconds).toFixed(1)}/s`,
    `${distinct(found)} distinct`,
    plural(struck(found), "fault"),
    plural(violated, "violation"),
  ].join("  ");
}
