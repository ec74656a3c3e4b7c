/** What the comparison asks of each tool. */

import type { Race } from "../races.ts";

/** Who has not found a race in so many runs has not found it. */
export const runsMax = 2_000;

/** A race, and the same as sessions of SQL alone, for a tool that knows nothing else. */
export interface Compared {
  readonly race: Race;
  readonly sessions: readonly (readonly string[])[];
}

/** One search for one race. */
export interface Search {
  readonly found: boolean;
  /** Until it was found, or in all. */
  readonly runs: number;
  readonly ms: number;
  /** Shows what was found again, by the means that the tool has for it; whether the race was lost again. */
  readonly again?: () => Promise<boolean>;
}

export interface Tool {
  readonly name: string;
  /** @param nth of several searches, from 1: another seed, where the tool has one. */
  search(compared: Compared, nth: number): Promise<Search>;
}

/** Runs until the race was lost. */
export async function until(lost: () => Promise<boolean>): Promise<Omit<Search, "again">> {
  const beganAt = performance.now();
  for (let runs = 1; runs <= runsMax; runs++) {
    if (await lost()) return { found: true, runs, ms: performance.now() - beganAt };
  }
  return { found: false, runs: runsMax, ms: performance.now() - beganAt };
}
