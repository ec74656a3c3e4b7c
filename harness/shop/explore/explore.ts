/**
 * Explores the schedules of a pair: both at once under schedule after schedule, then recovery and everything once more
 * under the default one, judged like the runs of the crash grid (see grid/judge.ts).
 */

import { createHash } from "node:crypto";
import { departing, readDepartures, Recorder, writeDepartures, type Departed } from "../../explore/departures.ts";
import { searchAll } from "../../explore/exhaustive.ts";
import { pct } from "../../explore/pct.ts";
import { phased } from "../../explore/phased.ts";
import { randomWalk } from "../../kernel/randomWalk.ts";
import type { Trace } from "../../kernel/trace.ts";
import type { LabDatabase } from "../../postgres/lab.ts";
import type { Exploration, Manner, Searched, Violation } from "../../verdict/exploration.ts";
import type { Flow } from "../grid/flow.ts";
import { fly } from "../grid/flight.ts";
import { judge } from "../grid/judge.ts";
import { attempt } from "../grid/striker.ts";
import { flowOf, type Pair } from "./pair.ts";

export interface ExploreOptions {
  readonly seed: number;
  readonly manner: Manner;
}

export async function explore(lab: LabDatabase, pair: Pair, { seed, manner }: ExploreOptions): Promise<Exploration> {
  const { name, title, control } = pair;
  const bound = manner.strategy === "exhaustive" ? (manner.bound ?? pair.bound) : undefined;
  const replaysControl = manner.strategy === "replay" && manner.control === true;
  const shipped = new Explorer(lab, flowOf(pair, replaysControl ? control : undefined), seed);
  await shipped.explore(manner, bound, () => true);
  const found = shipped.found();
  const about = { name, title, manner, ...found, ...(bound === undefined ? {} : { bound }), sha256: shipped.sha256() };
  if (manner.strategy === "replay") {
    const { steps = [], sha256 } = { steps: shipped.last?.steps, sha256: shipped.last?.sha256() ?? "" };
    return { ...about, trace: { steps, sha256 } };
  }
  if (control === undefined || bound === undefined) return about;
  const wrong = new Explorer(lab, flowOf(pair, control), seed);
  await wrong.explore(manner, bound, () => wrong.found().violated === 0);
  return { ...about, control: { says: control.says, ...wrong.found() } };
}

/** Runs one flow under one schedule after another, and counts. */
class Explorer {
  last: Trace | undefined;
  readonly #lab: LabDatabase;
  readonly #flow: Omit<Flow, "host" | "says">;
  readonly #seed: number;
  readonly #hash = createHash("sha256");
  #schedules = 0;
  #violated = 0;
  #unknown = 0;
  #first: Violation | undefined;
  #doubts: readonly string[] = [];

  constructor(lab: LabDatabase, flow: Omit<Flow, "host" | "says">, seed: number) {
    this.#lab = lab;
    this.#flow = flow;
    this.#seed = seed;
  }

  /** @param goOn asked after each schedule. */
  async explore(manner: Manner, bound = 0, goOn: () => boolean): Promise<void> {
    switch (manner.strategy) {
      case "exhaustive":
        await searchAll(bound, async (strategy) => {
          await this.#run(strategy);
          return goOn();
        });
        return;
      case "random":
        for (let nth = 0; nth < manner.runs && goOn(); nth++) {
          await this.#run(new Recorder(randomWalk(this.#seed + nth)));
        }
        return;
      case "pct": {
        const choices = await this.#choices();
        for (let nth = 0; nth < manner.runs && goOn(); nth++) {
          await this.#run(new Recorder(pct({ seed: this.#seed + nth, depth: manner.depth, choices })));
        }
        return;
      }
      case "replay":
        await this.#run(new Recorder(departing(readDepartures(manner.departures) ?? [])));
    }
  }

  found(): Searched {
    return {
      schedules: this.#schedules,
      violated: this.#violated,
      ...(this.#first === undefined ? {} : { first: this.#first }),
      unknown: this.#unknown,
      doubts: this.#doubts,
    };
  }

  sha256(): string {
    return this.#hash.copy().digest("hex");
  }

  async #run(strategy: Recorder): Promise<void> {
    const { verdict, about } = await attempt(async () => {
      const flight = await this.#fly(strategy);
      this.#hash.update(flight.trace.sha256());
      this.last = flight.trace;
      return judge(flight);
    });
    const schedule = ++this.#schedules;
    if (verdict === "breaks") {
      this.#violated++;
      const { departed } = strategy;
      this.#first ??= { schedule, departures: writeDepartures(departed), says: departed.map(inWords), about };
    }
    if (verdict === "unknown" && this.#unknown++ === 0) this.#doubts = about;
  }

  /** How many choices the default schedule has. */
  async #choices(): Promise<number> {
    const strategy = new Recorder(departing([]));
    await this.#fly(strategy);
    return strategy.others.length;
  }

  #fly(strategy: Recorder) {
    const afresh = this.#schedules === 0;
    return fly(this.#lab, this.#flow, { seed: this.#seed, strikes: {}, afresh, schedule: phased(strategy, "story") });
  }
}

function inWords({ choice, picked, insteadOf }: Departed): string {
  return `choice ${choice}: "${picked}" instead of "${insteadOf}"`;
}
