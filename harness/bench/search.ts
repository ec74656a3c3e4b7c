/** Searches for something that goes wrong in some runs: how many it took, and how long. */

import { median } from "./suite.ts";

export interface Search {
  readonly runs: number;
  readonly ms: number;
  readonly found: boolean;
}

/** @param wrong makes the run of this number, from 1. */
export async function search(wrong: (run: number) => Promise<boolean>, runs: number, boundMs: number): Promise<Search> {
  const beganAt = performance.now();
  const passed = (): number => performance.now() - beganAt;
  let made = 0;
  while (made < runs && passed() <= boundMs) {
    if (await wrong(++made)) return { runs: made, ms: passed(), found: true };
  }
  return { runs: made, ms: passed(), found: false };
}

/** Of the searches that have found it, the medians of runs and milliseconds; and how many those are. */
export function told(all: readonly Search[]): readonly (string | number)[] {
  const found = all.filter((one) => one.found);
  const share = `${found.length} of ${all.length}`;
  if (found.length === 0) return ["", "", share];
  return [median(found.map(({ runs }) => runs)), median(found.map(({ ms }) => ms)).toFixed(1), share];
}
