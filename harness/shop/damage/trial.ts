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

/** What is wrong with what is said of damaged books: a sentence, or undefined when nothing is. */
export function misreported(judge: Judge, books: Books, { damage, what, damaged, raises }: Tried): string | undefined {
  const wanted = new Set<string>(raises);
  const said = new Set(saidOf(judge({ ...books, ...damaged })));
  const silent = [...wanted].filter((one) => !said.has(one)).map((one) => `not said: ${one}`);
  const false_ = [...said].filter((one) => !wanted.has(one)).map((one) => `said for nothing: ${one}`);
  const amiss = [...silent, ...false_];
  return amiss.length === 0 ? undefined : `${damage}, and just that is said: ${what}; ${amiss.join("; ")}`;
}

/** What is said of books that agree: nothing. */
export function saidForNothing(judge: Judge, books: Books): readonly string[] {
  return saidOf(judge(books)).map((one) => `nothing is said of books that agree: ${one}`);
}

function saidOf({ mismatches, completeness }: Report): readonly string[] {
  return [...mismatches, ...completeness].map(({ about, label }) => `${about} ${label}`);
}
