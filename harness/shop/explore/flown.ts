/** One run of a flow under a schedule, as something that is explored. */

import { phased } from "../../explore/phased.ts";
import type { Ran } from "../../explore/subject.ts";
import type { Strategy } from "../../kernel/action.ts";
import type { LabDatabase } from "../../postgres/lab.ts";
import type { End } from "../books.ts";
import { fly, type Flight, type FlightOptions } from "../grid/flight.ts";
import type { Flow } from "../grid/flow.ts";
import { judge } from "../grid/judge.ts";
import { attempt } from "../grid/striker.ts";
import { messageFaults } from "./messageFault.ts";

/** What is needed besides the schedule. */
type Circumstances = Pick<FlightOptions, "seed" | "afresh" | "befall" | "crashes">;

export interface Flown extends Ran {
  /** The books after everything once more; undefined when the run never got there. */
  readonly end: End | undefined;
}

/** The strategy chooses while the flow is at work, and the default schedule before and after it. */
export async function flown(
  lab: LabDatabase,
  flow: Omit<Flow, "host" | "says">,
  strategy: Strategy,
  how: Circumstances,
): Promise<Flown> {
  let flight: Flight | undefined;
  const { verdict, about } = await attempt(async () => {
    flight = await fly(lab, flow, { ...how, strikes: {}, schedule: phased(strategy, "story"), watched: true });
    return judge(flight);
  });
  const { trace, flow: span = { from: 0, to: 0 }, never = [], fired = {}, seen = {}, end } = flight ?? {};
  return {
    ...{ verdict, about, span, fired, seen, end },
    trace: trace === undefined ? undefined : { steps: trace.steps, sha256: trace.sha256() },
    faults: messageFaults(trace?.steps ?? [], span),
    missed: never.length > 0,
  };
}
