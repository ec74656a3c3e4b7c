/** Makes batches of runs twice each, in fresh processes and different surroundings, and compares them run by run. */
import type { ExploredCard, Searched } from "../verdict/exploration.ts";
import type { Trace } from "../verdict/result.ts";
import { traceDifference } from "../cli/difference.ts";
import { batchRuns, pairOf, piecesOf, type Piece, type Surrounding } from "./batch.ts";

/** A fresh process with a server of its own. */
export interface Maker {
  /** These runs, in their order; one hash a run. */
  make(piece: Piece): Promise<Pick<Searched, "hashes" | "unknown" | "doubts">>;
  /** Every decision of one run. */
  trace(piece: Piece): Promise<Trace>;
  close(): Promise<void>;
}

/** A run that came out differently. */
export interface Divergence {
  readonly name: string;
  /** Its number among the runs of that name. */
  readonly nth: number;
  readonly where: readonly [Surrounding, Surrounding];
  /** The first decision that differs, as each had it; absent where none did when it was made again. */
  readonly decision?: string;
}

/** What came of some batches. */
export interface Certified {
  readonly batches: number;
  readonly runs: number;
  readonly unknown: number;
  readonly doubts: readonly string[];
  readonly divergent: readonly Divergence[];
}

/** How often a run that diverged is made again, to see at which decision. */
const againMax = 10;

/** One batch, from 1. */
export async function certifyBatch<S extends Surrounding>(
  explored: readonly ExploredCard[],
  nth: number,
  surroundings: readonly S[],
  open: (surrounding: S) => Promise<Maker>,
): Promise<Certified> {
  const where = pairOf(surroundings, nth);
  const pieces = piecesOf(explored, nth);
  const made = [];
  for (const surrounding of where)
    made.push(await inFreshProcess(open, surrounding, (maker) => makeAll(maker, pieces)));
  const [one, other] = made as [Made, Made];
  const divergent: Divergence[] = [];
  for (const [at, { name, from, runs }] of pieces.entries()) {
    const [ours, theirs] = [one.hashes[at] ?? [], other.hashes[at] ?? []];
    for (let run = 0; run < runs; run++) {
      if (ours[run] !== undefined && ours[run] === theirs[run]) continue;
      const decision = await firstDifference({ name, from: from + run, runs: 1 }, where, open);
      divergent.push({ name, nth: from + run, where, ...(decision === undefined ? {} : { decision }) });
    }
  }
  const unknown = Math.max(one.unknown, other.unknown);
  return { batches: 1, runs: batchRuns, unknown, doubts: [...one.doubts, ...other.doubts].slice(0, 1), divergent };
}

interface Made {
  /** Piece by piece. */
  readonly hashes: readonly (readonly string[])[];
  readonly unknown: number;
  readonly doubts: readonly string[];
}

async function makeAll(maker: Maker, pieces: readonly Piece[]): Promise<Made> {
  const all = [];
  for (const piece of pieces) all.push(await maker.make(piece));
  return {
    hashes: all.map(({ hashes }) => hashes),
    unknown: all.reduce((sum, { unknown }) => sum + unknown, 0),
    doubts: all.flatMap(({ doubts }) => doubts),
  };
}

/** Makes a run again in both surroundings by turns, until its decisions differ from those that it had the first time. */
async function firstDifference<S extends Surrounding>(
  piece: Piece,
  where: readonly [S, S],
  open: (surrounding: S) => Promise<Maker>,
): Promise<string | undefined> {
  let first: Trace | undefined;
  for (let nth = 0; nth < againMax; nth++) {
    const trace = await inFreshProcess(open, where[nth % 2]!, (maker) => maker.trace(piece));
    first ??= trace;
    const decision = traceDifference("run", first, trace);
    if (decision !== undefined) return decision;
  }
  return undefined;
}

async function inFreshProcess<S, T>(
  open: (surrounding: S) => Promise<Maker>,
  surrounding: S,
  use: (maker: Maker) => Promise<T>,
): Promise<T> {
  const maker = await open(surrounding);
  try {
    return await use(maker);
  } finally {
    await maker.close();
  }
}
