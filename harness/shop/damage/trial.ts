/** The reconciler on trial: books that agree, damaged one fact at a time, and whether it says just that. */

import fc from "fast-check";
import type { Books } from "../../../src/reconcile/books.ts";
import type { Report } from "../../../src/reconcile/report.ts";
import type { Case, Damage } from "./damage.ts";
import { damages } from "./damages.ts";

export type Judge = (books: Books) => Report;

/** A damage and one of its cases. */
export interface Tried extends Case {
  readonly damage: string;
}

/** Cases that are drawn for each row that a damage can hit. */
const drawnEach = 3;

/** Every damage to every row: always the same cases for the same books and seed. */
export function casesOf(books: Books, seed: number, all: readonly Damage[] = damages): readonly Tried[] {
  return all.flatMap(({ name, cases }) =>
    cases(books)
      .flatMap((row, nth) => fc.sample(row, { seed: (seed + nth) | 0, numRuns: drawnEach })) // else all rows would draw alike
      .map((one) => ({ damage: name, ...one })),
  );
}

export interface Judged {
  /** Whom each mismatch is about, and its label: as often as it is said. */
  readonly said: readonly string[];
  /** What is wrong with that, a sentence. */
  readonly misreported?: string;
}

/** What is said of damaged books: just what the damage calls for, each thing as often as it does. */
export function judged(judge: Judge, books: Books, { damage, what, damaged, raises }: Tried): Judged {
  const said = saidOf(judge({ ...books, ...damaged }));
  const silent = beyond(raises, said).map((one) => `not said: ${one}`);
  const false_ = beyond(said, raises).map((one) => `said for nothing: ${one}`);
  const amiss = [...silent, ...false_];
  if (amiss.length === 0) return { said };
  return { said, misreported: `${damage}, and just that is said: ${what}; ${amiss.join("; ")}` };
}

/** What is more often in the one list than in the other, as often as it is. */
function beyond(some: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others];
  return some.filter((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** What is said of books that agree: nothing. */
export function saidForNothing(judge: Judge, books: Books): readonly string[] {
  return saidOf(judge(books)).map((one) => `nothing is said of books that agree: ${one}`);
}

function saidOf({ mismatches, completeness }: Report): readonly string[] {
  return [...mismatches, ...completeness].map(({ about, label }) => `${about} ${label}`);
}
