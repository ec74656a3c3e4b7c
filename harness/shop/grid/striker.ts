/** Runs one flow again and again, each time with other faults. */

import { createHash } from "node:crypto";
import type { LabDatabase } from "../../postgres/lab.ts";
import type { GridVerdict } from "../../verdict/grid.ts";
import { fly, type Flight, type FlightOptions, type Strikes } from "./flight.ts";
import type { Flow } from "./flow.ts";
import { judge } from "./judge.ts";
import { pointsOf, type Point } from "./points.ts";
import { faultNames, stopsServer, type Fault, type Strike } from "./strike.ts";

export type StrikerOptions = Omit<FlightOptions, "strikes">;

export class Striker {
  readonly flow: Flow;
  readonly seed: number;
  /** Faults that this lab can bring about: not every server is the lab's to stop. */
  readonly faults: readonly Fault[];
  readonly #lab: LabDatabase;
  readonly #hash = createHash("sha256");
  #runs = 0;
  readonly #options: StrikerOptions;

  constructor(lab: LabDatabase, flow: Flow, options: StrikerOptions) {
    this.flow = flow;
    this.seed = options.seed;
    this.faults = faultNames.filter((fault) => lab.server.crash !== undefined || !stopsServer(fault));
    this.#lab = lab;
    this.#options = options;
  }

  async fly(strikes: Strikes): Promise<Flight> {
    const flight = await fly(this.#lab, this.flow, { ...this.#options, strikes });
    this.#runs++;
    this.#hash.update(flight.trace.sha256());
    return flight;
  }

  /** All runs so far, and one hash of all their traces. */
  flown(): { readonly runs: number; readonly sha256: string } {
    return { runs: this.#runs, sha256: this.#hash.copy().digest("hex") };
  }

  /** A run that the lab could not bring to its end is worth nothing, and says why. */
  async judged(strikes: Strikes): Promise<GridVerdict> {
    try {
      return judge(await this.fly(strikes));
    } catch (error) {
      return {
        verdict: "unknown",
        about: [`the lab could not run it: ${error instanceof Error ? error.message : String(error)}`],
      };
    }
  }

  /** The decisions of the flow, as its run without a fault shows them. */
  async points(): Promise<readonly Point[]> {
    const { trace, flow } = await this.fly({});
    return pointsOf(trace.steps, flow, this.flow.host);
  }

  strike({ decision }: Point, fault: Fault): Strike {
    return { fault, decision, host: this.flow.host };
  }
}
