/**
 * What is run for the certificate: batches of a mix of all that can be explored, a batch being what one fresh process makes.
 * Runs are numbered from 1, and each is another seed or another subject, so no run of any batch is made twice.
 */
import type { ExploredCard, Kind } from "../verdict/exploration.ts";

/** Runs that a batch has. */
export const batchRuns = 1_000;

/** Of so many things of a kind a batch makes so many runs each; which of them goes round from batch to batch. */
const mix = {
  "SQL race": { things: 10, runs: 85 },
  pair: { things: 3, runs: 40 },
  experiment: { things: 10, runs: 1 },
  workload: { things: 2, runs: 10 },
} as const satisfies Partial<Record<Kind, { readonly things: number; readonly runs: number }>>;

/** Runs of one thing one after another; `from` is the number of the first among that thing's. */
export interface Piece {
  readonly name: string;
  readonly from: number;
  readonly runs: number;
}

/** @param nth from 1. */
export function piecesOf(explored: readonly ExploredCard[], nth: number): readonly Piece[] {
  return Object.entries(mix).flatMap(([kind, { things, runs }]) => {
    const cards = explored.filter((card) => card.kind === kind);
    return Array.from({ length: things }, (_, i): Piece => {
      const turn = (nth - 1) * things + i; // How many pieces of the kind come before.
      const name = cards[turn % cards.length]?.name;
      if (name === undefined) throw new Error(`there is no ${kind} to run`);
      return { name, from: Math.floor(turn / cards.length) * runs + 1, runs };
    });
  });
}

/** `900 SQL races, 70 pairs, …`: of what a batch consists, in words. */
export const mixWords = Object.entries(mix)
  .map(([kind, { things, runs }]) => `${things * runs} of ${kind}s`)
  .join(", ");

/** Where a batch is made. */
export interface Surrounding {
  /** As it says itself: v22.23.5. */
  readonly node: string;
  /** Of PostgreSQL. */
  readonly major: number;
}

/**
 * The two surroundings in which a batch is made. From batch to batch each pair of different ones has its turn.
 * @param nth from 1.
 */
export function pairOf<S extends Surrounding>(surroundings: readonly S[], nth: number): readonly [S, S] {
  const pairs = surroundings.flatMap((one, i) => surroundings.slice(i + 1).map((other) => [one, other] as const));
  // Alone it is compared with itself: another process all the same.
  const [only] = surroundings;
  const pair = pairs[(nth - 1) % Math.max(1, pairs.length)];
  if (pair !== undefined) return pair;
  if (only === undefined) throw new Error("there is nowhere to run");
  return [only, only];
}
