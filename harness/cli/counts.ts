/**
 * Counts that a story writes into its notes (`final {CANCELLED=3, PAID=7}`), gathered over many seeds: whether each side
 * of a race wins, and how often. Each note counts for itself: that six orders are PAID at the end and that four notices
 * had the effect PAID are two counts, `final PAID` and `notification effects PAID`.
 */
import type { Line } from "../verdict/result.ts";

export interface Spread {
  /** What is counted: "PAID". */
  readonly name: string;
  /** Least and greatest count in the runs that spoke of it. */
  min: number;
  max: number;
  /** In how many runs it was counted at all; a count of nothing is left out of most notes. */
  named: number;
  /** In how many runs the count was above zero. */
  above: number;
}

/** By the words of the note and the name: "final PAID". */
export type Spreads = Map<string, Spread>;

const countInText = /([A-Z][A-Z_ ]*)=(\d+)/g;

/** Adds one run's counts. */
export function gather(spreads: Spreads, lines: readonly Line[]): void {
  for (const [key, { name, count }] of counted(lines)) {
    const spread = spreads.get(key) ?? { name, min: count, max: count, named: 0, above: 0 };
    spread.min = Math.min(spread.min, count);
    spread.max = Math.max(spread.max, count);
    spread.named += 1;
    if (count > 0) spread.above += 1;
    spreads.set(key, spread);
  }
}

/** Two notes in the same words are two counts all the same: "final PAID", "final (2) PAID". */
function counted(lines: readonly Line[]): ReadonlyMap<string, { readonly name: string; readonly count: number }> {
  const counts = new Map<string, { name: string; count: number }>();
  const notes = new Map<string, number>();
  for (const { text } of lines.filter(({ label }) => label === "note")) {
    const words = wordsOf(text);
    const nth = (notes.get(words) ?? 0) + 1;
    notes.set(words, nth);
    const said = nth === 1 ? words : `${words} (${nth})`;
    for (const [, name = "", digits = "0"] of text.matchAll(countInText)) {
      counts.set(`${said} ${name}`.trim(), { name, count: Number(digits) });
    }
  }
  return counts;
}

/** What a note says before its counts: "final", "reconcile classes", or nothing. */
function wordsOf(text: string): string {
  return text.includes("{") ? text.slice(0, text.indexOf("{")).replace(/[= ]+$/, "") : "";
}

/** Whether this occurred in some run: `PAID` in any note, `final PAID` in that one. */
export function occurred(spreads: ReadonlyMap<string, Spread>, wanted: string): boolean {
  return [...spreads].some(([key, { name, above }]) => above > 0 && (key === wanted || name === wanted));
}

/** `final CANCELLED 2–8 (above 0 in 100 of 100), final PAID …`, of those counts that vary or were never there at all. */
export function describeSpreads(spreads: ReadonlyMap<string, Spread>, runs: number): string {
  return [...spreads]
    .map(([key, { min, max, named, above }]) => ({ key, min: named < runs ? 0 : min, max, above }))
    .filter(({ min, max, above }) => min !== max || above !== runs)
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ key, min, max, above }) => `${key} ${min}–${max} (above 0 in ${above} of ${runs})`)
    .join(", ");
}
