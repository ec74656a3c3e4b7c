/**
 * Every list of departures up to a bound, each once, those with fewer departures first; and with each at most one fault.
 * What may follow a departure or a fault is known only when it has been run, so each run tells which plans extend its own:
 * by one departure, later than all others, or by a fault.
 */

import { departing, Recorder, type Departure } from "./departures.ts";

/** A fault as it can be told apart from others. */
interface Named {
  readonly name: string;
}

/**
 * Runs one schedule to its end. It answers which faults can strike in it; "other" when the fault or a departure found no
 * place in it, so that it was the run of another plan; "stop" when no more are wanted.
 */
export type RunOne<F extends Named> = (
  strategy: Recorder,
  planned: readonly Departure[],
  fault: F | undefined,
) => Promise<readonly F[] | "other" | "stop">;

interface Plan<F> {
  readonly departures: readonly Departure[];
  readonly fault?: F;
  /** Faults that could strike without the last departure: they are planned there, and the departure after them. */
  readonly known: ReadonlySet<string>;
}

/** @returns whether every one was run. */
export async function searchAll<F extends Named>(bound: number, runOne: RunOne<F>): Promise<boolean> {
  let plans: Plan<F>[] = [{ departures: [], known: new Set() }];
  for (let departures = 0; departures <= bound; departures++) {
    const longer: Plan<F>[] = [];
    // Those with a fault join at the end while it goes on.
    for (const plan of plans) {
      const strategy = new Recorder(departing(plan.departures));
      const faults = await runOne(strategy, plan.departures, plan.fault);
      if (faults === "stop") return false;
      if (faults === "other") continue;
      const here = plan.fault === undefined ? faults : [];
      for (const fault of here) if (!plan.known.has(fault.name)) plans.push({ ...plan, fault });
      if (departures === bound) continue;
      const known = new Set(here.map(({ name }) => name));
      for (const list of extended(plan.departures, strategy.others)) longer.push({ ...plan, departures: list, known });
    }
    plans = longer;
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
