/**
 * Every list of departures up to a bound, each once, those with fewer departures first. What may follow a departure is
 * known only when it has been run, so each run tells which lists extend its own: by one departure, later than all others.
 */

import { departing, Recorder, type Departure } from "./departures.ts";

/** Runs one schedule to its end; false: no more are wanted. */
export type RunOne = (strategy: Recorder) => Promise<boolean>;

/** @returns whether every one was run. */
export async function searchAll(bound: number, runOne: RunOne): Promise<boolean> {
  let lists: (readonly Departure[])[] = [[]];
  for (let departures = 0; departures <= bound; departures++) {
    const longer: (readonly Departure[])[] = [];
    for (const planned of lists) {
      const strategy = new Recorder(departing(planned));
      if (!(await runOne(strategy))) return false;
      if (departures < bound) longer.push(...extended(planned, strategy.others));
    }
    lists = longer;
  }
  return true;
}

function extended(planned: readonly Departure[], others: readonly number[]): readonly (readonly Departure[])[] {
  const from = planned.at(-1)?.choice ?? 0;
  return others
    .slice(from)
    .flatMap((count, nth) =>
      Array.from({ length: count }, (_, other) => [...planned, { choice: from + nth + 1, other: other + 1 }]),
    );
}
