/** Shares the runs of a sample among the lab's processes, piece by piece, until there are enough or time is over. */

import { sampled, struck } from "../explore/joined.ts";
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
  const standing = new Standing();
  const pieces = forMs === undefined ? piecesOf(manner) : piecesUntil(manner, () => nowMs() - begunMs >= forMs);
  const lanes = Array.from({ length: use.atOnce }, (_, lane) => lane);
  // Each process takes the next piece when it has done with one.
  const working = use.each(lanes, async () => {
    for (const piece of pieces) {
      const part = await explore(piece);
      parts.push(part);
      standing.add(part);
      progress.show(`${card.name}  ${standing.told(Math.max(1, nowMs() - begunMs) / 1000)}`);
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

/** How far it has come. Counted on, because to join all parts after each of them would take longer and longer. */
class Standing {
  readonly #distinct = new Set<string>();
  #runs = 0;
  #faults = 0;
  #violations = 0;

  add(part: Searched): void {
    for (const hash of part.hashes) this.#distinct.add(hash);
    this.#runs += part.schedules;
    this.#faults += struck(part);
    this.#violations += part.violated;
  }

  told(seconds: number): string {
    return [
      plural(this.#runs, "run"),
      `${(this.#runs / seconds).toFixed(1)}/s`,
      `${this.#distinct.size} distinct`,
      plural(this.#faults, "fault"),
      plural(this.#violations, "violation"),
    ].join("  ");
  }
}
