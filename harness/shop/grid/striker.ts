/** Runs one flow again and again, each time with other faults. */

import { createHash } from "node:crypto";
import type { LabDatabase } from "../../postgres/lab.ts";
import { LabError } from "../../verdict/failure.ts";
import { addSeen, type Seen } from "../../verdict/happened.ts";
import type { GridFlow, GridVerdict } from "../../verdict/grid.ts";
import { fly, type Flight, type FlightOptions, type Strikes } from "./flight.ts";
import type { Flow } from "./flow.ts";
import { judge } from "./judge.ts";
import { pointsOf, type Point } from "./points.ts";
import { stopsServer, type Fault, type Strike } from "./strike.ts";

export type StrikerOptions = Omit<FlightOptions, "strikes" | "afresh">;

export class Striker {
  readonly flow: Flow;
  readonly seed: number;
  readonly #lab: LabDatabase;
  readonly #hash = createHash("sha256");
  #runs = 0;
  #seen: Seen = {};
  readonly #options: StrikerOptions;

  constructor(lab: LabDatabase, flow: Flow, options: StrikerOptions) {
    this.flow = flow;
    this.seed = options.seed;
    this.#lab = lab;
    this.#options = options;
  }

  /**
   * The first begins on tables as if nothing had run before it.
   * @throws LabError when the server is to be stopped and is not the lab's.
   */
  async fly(strikes: Strikes): Promise<Flight> {
    const stops = Object.values(strikes).some(({ fault }) => stopsServer(fault));
    if (stops && this.#lab.server.crash === undefined) throw notOurs();
    const flight = await fly(this.#lab, this.flow, { ...this.#options, strikes, afresh: this.#runs === 0 });
    this.#runs++;
    this.#seen = addSeen([this.#seen, flight.seen]);
    this.#hash.update(flight.trace.sha256());
    return flight;
  }

  /** All runs so far, one hash of all their traces, and what happened in them. */
  flown(): Pick<GridFlow, "runs" | "sha256" | "seen"> {
    return { runs: this.#runs, sha256: this.#hash.copy().digest("hex"), seen: this.#seen };
  }

  /** What a run with these strikes is worth. */
  judged(strikes: Strikes): Promise<GridVerdict> {
    return attempt(async () => judge(await this.fly(strikes)));
  }

  /** One run without a fault: what it is worth, and the decisions of the flow as it shows them. */
  async unstruck(): Promise<GridVerdict & { readonly points: readonly Point[] }> {
    let points: readonly Point[] = [];
    const verdict = await attempt(async () => {
      const flight = await this.fly({});
      points = pointsOf(flight.trace.steps, flight.flow, this.flow.host);
      return judge(flight);
    });
    return { ...verdict, points };
  }

  strike({ decision }: Point, fault: Fault): Strike {
    return { fault, decision, host: this.flow.host };
  }
}

/** What the lab could not bring to its end is worth nothing, and says why. */
export async function attempt(body: () => Promise<GridVerdict>): Promise<GridVerdict> {
  try {
    return await body();
  } catch (error) {
    if (error instanceof LabError) return { verdict: "unknown", about: [`${error.what} ${error.why}`] };
    const why = error instanceof Error ? error.message : String(error);
    return { verdict: "unknown", about: [`the lab could not run it: ${why}`] };
  }
}

function notOurs(): LabError {
  return new LabError("This server is not the lab's to stop.", {
    why: "Only the embedded one can be stopped and started on the same data.",
    next: "Ask for an embedded server with --postgres 18.",
    exitCode: 3,
  });
}
