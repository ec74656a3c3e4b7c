/** What came of taking guards away, as plain data. */

import type { ExploredCard, Sampling } from "./exploration.ts";
import type { Seen } from "./happened.ts";
import type { Verdict } from "./result.ts";

/** What can be said of a guard without running anything. */
export interface GuardCard extends Pick<ExploredCard, "ownSchedule"> {
  readonly name: string;
  /** What is explored without it. */
  readonly workload: string;
  /** The name by which that is explored. */
  readonly removal: string;
  readonly area: string;
  /** What is wrong without it. */
  readonly says: string;
  /** Where that is looked for, if not in the workload: "pay × cancel". */
  readonly among?: string;
  /** Why its removal does no harm. */
  readonly harmless?: string;
}

/** By one strategy: the number of the run that found it under each seed; undefined where none within the budget did. */
export interface Hunt {
  readonly strategy: Sampling["strategy"];
  readonly found: readonly (number | undefined)[];
}

export interface GuardResult extends GuardCard {
  readonly hunts: readonly Hunt[];
  /** The claim that broke first, and the smallest failure that was found of it. */
  readonly claim?: string;
  readonly smallest?: { readonly lines: number; readonly departures: number; readonly confirmed: number };
  /** Of a harmless one: the statement of the bounded search that shows it. */
  readonly statement?: string;
  /** What kept the lab from telling. */
  readonly doubts: readonly string[];
  readonly verdict: Verdict;
  /** What happened in all runs without it. */
  readonly seen: Seen;
}

/** The middle of the runs that it took, those that found nothing as more than any; undefined where that is none. */
export function median(found: readonly (number | undefined)[]): number | undefined {
  const sorted = found.map((run) => run ?? Infinity).sort((a, b) => a - b);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)];
  return middle === undefined || middle === Infinity ? undefined : middle;
}

/** Every seed found it, by some strategy. */
export function everySeedFound(hunts: readonly Hunt[]): boolean {
  const seeds = Math.max(0, ...hunts.map(({ found }) => found.length));
  return (
    seeds > 0 &&
    Array.from({ length: seeds }, (_, nth) => hunts.some(({ found }) => found[nth] !== undefined)).every(Boolean)
  );
}
