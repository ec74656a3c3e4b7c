/**
 * Counts that a story writes into its notes (`PAID=3, CANCELLED=7`), gathered over many seeds: whether each side of a
 * race wins, and how often.
 */
import type { Line } from "../verdict/result.ts";

export interface Spread {
  min: number;
  max: number;
  /** In how many runs the count was above zero. */
  above: number;
}

const countInText = /([A-Z][A-Z_ ]*)=(\d+)/g;

/** Adds one run's counts. A count that is named twice in one run counts once, with its sum. */
export function gather(spreads: Map<string, Spread>, lines: readonly Line[]): void {
  const counts = new Map<string, number>();
  for (const { text } of lines.filter(({ label }) => label === "note")) {
    for (const [, name = "", digits = "0"] of text.matchAll(countInText)) {
      counts.set(name, (counts.get(name) ?? 0) + Number(digits));
    }
  }
  for (const [name, count] of counts) {
    const spread = spreads.get(name) ?? { min: count, max: count, above: 0 };
    spread.min = Math.min(spread.min, count);
    spread.max = Math.max(spread.max, count);
    if (count > 0) spread.above += 1;
    spreads.set(name, spread);
  }
}

/** `PAID 2–8 (above 0 in 100 of 100), CANCELLED 2–8 (…)`, of those counts that vary or were never there at all. */
export function describeSpreads(spreads: ReadonlyMap<string, Spread>, runs: number): string {
  return [...spreads]
    .filter(([, { min, max, above }]) => min !== max || above !== runs)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { min, max, above }]) => `${name} ${min}–${max} (above 0 in ${above} of ${runs})`)
    .join(", ");
}
