/** What came of taking guards away, as plain data. */

import type { Effort, ExploredCard, Sampling } from "./exploration.ts";
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

/** By one strategy. */
export interface Hunt {
  readonly strategy: Sampling["strategy"];
  /** The number of the run that found it under each seed; undefined where none did. */
  readonly found: readonly (number | undefined)[];
  /** How many runs it had at most under each seed: the budget, or fewer when the other one had found it by then. */
  readonly tried: number;
}

/** Of a guard's failure it is asked whether it comes out again, and whether it needs its schedule. Making it smaller costs more than finding it. */
export const quick: Effort = { runsMax: 1, confirmations: 2 };

export interface GuardResult extends GuardCard {
  readonly hunts: readonly Hunt[];
  /** The claim that broke first, and how large that failure is. */
  readonly claim?: string;
  readonly size?: { readonly lines: number; readonly departures: number; readonly confirmed: number };
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

/** Under how many seeds no strategy found it. */
export function unseen(hunts: readonly Hunt[]): number {
  const [first] = hunts;
  return (first?.found ?? []).filter((_, nth) => hunts.every(({ found }) => found[nth] === undefined)).length;
}

/** Every seed found it, by some strategy. */
export function everySeedFound(hunts: readonly Hunt[]): boolean {
  return hunts.length > 0 && unseen(hunts) === 0;
}
