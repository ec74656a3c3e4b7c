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
import { isControl, type Exploration, type Manner, type Searched, type Violation } from "../../verdict/exploration.ts";
import { LabError } from "../../verdict/failure.ts";
import type { Flow } from "../grid/flow.ts";
import { fly } from "../grid/flight.ts";
import { judge } from "../grid/judge.ts";
import { attempt } from "../grid/striker.ts";
import { messageFaults, readFault, type MessageFault } from "./messageFault.ts";
import type { Span } from "../grid/course.ts";
import { flowOf, type Pair } from "./pair.ts";

export interface ExploreOptions {
  readonly seed: number;
  readonly manner: Manner;
}

export async function explore(lab: LabDatabase, pair: Pair, { seed, manner }: ExploreOptions): Promise<Exploration> {
  const { name, title, control } = pair;
  const bound = manner.strategy === "exhaustive" ? (manner.bound ?? pair.bound) : undefined;
  const wrongOnly = isControl(manner);
  const shipped = new Explorer(lab, flowOf(pair, wrongOnly ? control : undefined), seed);
  await shipped.explore(manner, bound, () => !wrongOnly || shipped.found().violated === 0);
  const found = shipped.found();
  const about = { name, title, manner, ...found, ...(bound === undefined ? {} : { bound }), sha256: shipped.sha256() };
  if (manner.strategy === "replay") {
    const { trace, span } = shipped.last ?? {};
    return trace === undefined
      ? about
      : { ...about, trace: { steps: trace.steps, sha256: trace.sha256() }, span: span! };
  }
  if (control === undefined || bound === undefined) return about;
  const wrong = new Explorer(lab, flowOf(pair, control), seed);
  await wrong.explore(manner, bound, () => wrong.found().violated === 0);
  const all = { ...about, control: { says: control.says, ...wrong.found() } };
  if (manner.strategy !== "exhaustive" || manner.bound !== undefined) return all;
  const struck = new Explorer(lab, flowOf(pair), seed, true);
  await struck.explore(manner, pair.faultedBound, () => true);
  return { ...all, faulted: { bound: pair.faultedBound, ...struck.found(), sha256: struck.sha256() } };
}

/** How many departures a run was to have, and which fault. */
interface Planned {
  readonly planned?: number;
  readonly fault?: MessageFault | undefined;
}

/** Runs one flow under one schedule after another, and counts. */
class Explorer {
  last: { readonly trace: Trace; readonly span: Span } | undefined;
  readonly #lab: LabDatabase;
  readonly #flow: Omit<Flow, "host" | "says">;
  readonly #seed: number;
  /** Whether a message fault may strike besides. */
  readonly #faulted: boolean;
  readonly #hash = createHash("sha256");
  #schedules = 0;
  #violated = 0;
  #unknown = 0;
  #first: Violation | undefined;
  #doubts: readonly string[] = [];

  constructor(lab: LabDatabase, flow: Omit<Flow, "host" | "says">, seed: number, faulted = false) {
    this.#lab = lab;
    this.#faulted = faulted;
    this.#flow = flow;
    this.#seed = seed;
  }

  /** @param goOn asked after each schedule. */
  async explore(manner: Manner, bound = 0, goOn: () => boolean): Promise<void> {
    switch (manner.strategy) {
      case "exhaustive":
        await searchAll(bound, async (strategy, planned, fault?: MessageFault) => {
          const faults = await this.#run(strategy, { planned: planned.length, fault });
          if (!goOn()) return "stop";
          return faults === "other" || this.#faulted ? faults : [];
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
        await this.#replay(manner);
    }
  }

  /** One schedule; when a departure or the fault finds no place in it, nothing is known of it. */
  async #replay({ departures, fault: name }: Extract<Manner, { readonly strategy: "replay" }>): Promise<void> {
    const planned = readDepartures(departures) ?? [];
    const fault = name === undefined ? undefined : readFault(name);
    if (name !== undefined && fault === undefined) throw noFault(name);
    const ran = await this.#run(new Recorder(departing(planned)), { planned: planned.length, fault });
    if (ran !== "other") return;
    this.#schedules++;
    this.#unknown++;
    this.#doubts = ["a departure or the fault found no place in it"];
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

  /** @returns which faults could strike it; "other" when it was not the schedule that was planned, and is not counted. */
  async #run(strategy: Recorder, { planned = 0, fault }: Planned = {}): Promise<readonly MessageFault[] | "other"> {
    const run: { faults: readonly MessageFault[]; other: boolean; sha256: string } = {
      ...{ faults: [], other: false },
      sha256: "",
    };
    const { verdict, about } = await attempt(async () => {
      const flight = await this.#fly(strategy, fault);
      this.last = { trace: flight.trace, span: flight.flow };
      run.sha256 = flight.trace.sha256();
      run.other = flight.never.length > 0 || strategy.departed.length < planned;
      run.faults = messageFaults(flight.trace.steps, flight.flow);
      return judge(flight);
    });
    if (run.other) return "other";
    this.#hash.update(run.sha256);
    const schedule = ++this.#schedules;
    if (verdict === "breaks") {
      this.#violated++;
      const { departed } = strategy;
      const departures = writeDepartures(departed);
      const befell = fault === undefined ? {} : { fault: fault.name };
      this.#first ??= { schedule, departures, ...befell, says: departed.map(inWords), about };
    }
    if (verdict === "unknown" && this.#unknown++ === 0) this.#doubts = about;
    return run.faults;
  }

  /** How many choices the default schedule has. */
  async #choices(): Promise<number> {
    const strategy = new Recorder(departing([]));
    await this.#fly(strategy);
    return strategy.others.length;
  }

  #fly(strategy: Recorder, fault?: MessageFault) {
    return fly(this.#lab, this.#flow, {
      ...{ seed: this.#seed, strikes: {}, afresh: this.#schedules === 0, schedule: phased(strategy, "story") },
      ...(fault === undefined ? {} : { messageFault: fault }),
    });
  }
}

function inWords({ choice, picked, insteadOf }: Departed): string {
  return `choice ${choice}: "${picked}" instead of "${insteadOf}"`;
}

function noFault(name: string): LabError {
  return new LabError(`There is no message fault "${name}".`, {
    why: "It is written fate:kind:about:nth, and its fate is request-lost, reply-lost or twice.",
    next: "For example: --fault reply-lost:charge:ord-0001:1",
    exitCode: 2,
  });
}
