/**
 * Every list of departures up to a bound, each once, those with fewer departures first; and with each at most one fault.
 * What may follow a departure or a fault is known only when it has been run, so each run tells which plans extend its own:
 * by one departure, later than all others, or by a fault.
 */

import type { Part, Place } from "../verdict/exploration.ts";
import { departing, Recorder, type Departure } from "./departures.ts";

/** A fault as it can be told apart from others. */
interface Named {
  readonly name: string;
}

/**
 * Runs one schedule to its end. It answers which faults can strike in it; "other" when the fault or a departure found no
 * place in it, so that it was the run of another plan; "stop" when no more are wanted.
 * @param place undefined: the schedule belongs to another part, and is run to learn what follows it.
 */
export type RunOne<F extends Named> = (
  strategy: Recorder,
  planned: readonly Departure[],
  fault: F | undefined,
  place: Place | undefined,
) => Promise<readonly F[] | "other" | "stop">;

interface Plan<F> {
  readonly departures: readonly Departure[];
  readonly fault?: F;
  /** After how many departures the fault was planned, and which of those that could strike there it is. */
  readonly dealt?: readonly [after: number, nth: number];
  /** Faults that could strike without the last departure: they are planned there, and the departure after them. */
  readonly known: ReadonlySet<string>;
}

/**
 * The plans that follow the default schedule go by turns to the parts, each with all that follows it. The default schedule
 * itself is the first part's, and every other one runs it as well.
 * @returns whether every one was run.
 */
export async function searchAll<F extends Named>(
  bound: number,
  runOne: RunOne<F>,
  part: Part = { nth: 1, of: 1 },
): Promise<boolean> {
  let plans: Plan<F>[] = [{ departures: [], known: new Set() }];
  let following = 0;
  for (let departures = 0; departures <= bound; departures++) {
    const longer: Plan<F>[] = [];
    // Those with a fault join at the end while it goes on.
    for (const plan of plans) {
      const first = plan.departures.length === 0 && plan.fault === undefined;
      const ours = (): boolean => !first || following++ % part.of === part.nth - 1;
      const strategy = new Recorder(departing(plan.departures));
      const place = first && part.nth > 1 ? undefined : placeOf(plan);
      const faults = await runOne(strategy, plan.departures, plan.fault, place);
      if (faults === "stop") return false;
      if (faults === "other") continue;
      const here = plan.fault === undefined ? faults : [];
      for (const [nth, fault] of here.entries()) {
        if (!plan.known.has(fault.name) && ours()) plans.push({ ...plan, fault, dealt: [departures, nth] });
      }
      if (departures === bound) continue;
      const known = new Set(here.map(({ name }) => name));
      for (const list of extended(plan.departures, strategy.others)) {
        if (ours()) longer.push({ ...plan, departures: list, known });
      }
    }
    plans = longer;
  }
  return true;
}

/**
 * In the order in which one part alone would run them: fewer departures first; of as many, those without a fault; then those
 * whose fault was planned after fewer.
 */
function placeOf<F>({ departures, dealt }: Plan<F>): Place {
  const numbers = departures.map(({ choice, other }) => [choice, other]);
  if (dealt === undefined) return [departures.length, 0, ...numbers.flat()];
  const [after, nth] = dealt;
  return [departures.length, 1, after, ...numbers.slice(0, after).flat(), nth, ...numbers.slice(after).flat()];
}

function extended(planned: readonly Departure[], others: readonly number[]): readonly (readonly Departure[])[] {
  const from = planned.at(-1)?.choice ?? 0;
  return others
    .slice(from)
    .flatMap((count, nth) =>
      Array.from({ length: count }, (_, other) => [...planned, { choice: from + nth + 1, other: other + 1 }]),
    );
}
