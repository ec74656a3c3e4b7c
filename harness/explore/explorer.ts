/** Runs a subject under one schedule after another, by one strategy, and counts. */

import { randomWalk } from "../kernel/randomWalk.ts";
import {
  pctDepth,
  type Again,
  type Manner,
  type Place,
  type Sampling,
  type Searched,
  type Violation,
} from "../verdict/exploration.ts";
import { addSeen, type Seen } from "../verdict/happened.ts";
import { departing, readDepartures, Recorder, writeDepartures, type Departed } from "./departures.ts";
import { searchAll, type RunOne } from "./exhaustive.ts";
import { pct } from "./pct.ts";
import type { Ran, Subject } from "./subject.ts";

export interface ExplorerOptions {
  readonly seed: number;
  /** Whether a message fault may strike besides. */
  readonly faulted?: boolean;
}

const hashLength = 16;
const notAgain = "a departure that was there is not there again: the same decisions led elsewhere";

export class Explorer<P> {
  /** The run that was made last, if the lab could make it. */
  last: Ran | undefined;
  readonly #subject: Subject<P>;
  readonly #seed: number;
  readonly #faulted: boolean;
  readonly #hashes: string[] = [];
  readonly #fired = new Map<string, number>();
  readonly #places: Place[] = [];
  #doubted: { readonly doubted?: Place } = {};
  #seen: Seen = {};
  #schedules = 0;
  #violated = 0;
  #unknown = 0;
  #first: Violation | undefined;
  #doubts: readonly string[] = [];
  #choices: number | undefined;

  constructor(subject: Subject<P>, { seed, faulted = false }: ExplorerOptions) {
    this.#subject = subject;
    this.#seed = seed;
    this.#faulted = faulted;
  }

  /** @param goOn asked after each schedule. */
  async explore(manner: Manner, bound: number, goOn: (found: Searched) => boolean = () => true): Promise<void> {
    switch (manner.strategy) {
      case "exhaustive": {
        const plan = this.#subject.draw(1);
        const runOne: RunOne<Fault> = async (strategy, planned, fault, place) => {
          const ran = await this.#run(plan, strategy, { planned: planned.length, ...fault, place });
          // What may depart at a choice was seen by a run that was the same up to there; a fault may well find no place.
          if (strategy.departed.length < planned.length && place !== undefined)
            this.#doubt(place, this.#lost(notAgain));
          if (!goOn(this.found())) return "stop";
          return ran === "other" || this.#faulted ? ran : [];
        };
        await searchAll(bound, runOne, manner.share);
        return;
      }
      case "random":
      case "pct":
        for (let nth = manner.from; nth < manner.from + manner.runs && goOn(this.found()); nth++) {
          const plan = this.#subject.draw(nth);
          await this.#run(plan, await this.#sampled(manner, nth, plan), { nth });
        }
        return;
      case "replay":
        await this.#again(manner);
    }
  }

  found(): Searched {
    return {
      schedules: this.#schedules,
      violated: this.#violated,
      ...(this.#first === undefined ? {} : { first: this.#first }),
      unknown: this.#unknown,
      doubts: this.#doubts,
      hashes: this.#hashes,
      fired: Object.fromEntries(this.#fired),
      seen: this.#seen,
      ...(this.#places.length === 0 ? {} : { order: { places: this.#places, ...this.#doubted } }),
    };
  }

  async #sampled({ strategy, depth = pctDepth }: Sampling, nth: number, plan: P): Promise<Recorder> {
    const seed = this.#seed + nth - 1;
    if (strategy === "random") return new Recorder(randomWalk(seed));
    const choices = this.#subject.choices?.(plan) ?? (this.#choices ??= await this.#measured());
    return new Recorder(pct({ seed, depth, choices }));
  }

  /** One schedule. Nothing is known of it when a departure or the fault finds no place in it, or when it holds and was spared. */
  async #again({ departures, fault, plan }: Again): Promise<void> {
    const planned = readDepartures(departures) ?? [];
    const ran = await this.#run(this.#subject.read(plan), new Recorder(departing(planned)), {
      planned: planned.length,
      ...(fault === undefined ? {} : { name: fault }),
    });
    if (ran !== "other") {
      const { verdict, spared = [] } = this.last!;
      if (verdict === "holds" && spared.length > 0) this.#doubt(undefined, [`it was spared: ${spared.join(", ")}`]);
      return;
    }
    this.#schedules++;
    this.#unknown++;
    this.#doubts = this.#lost("a departure or the fault found no place in it");
  }

  /** Why the last run did not come as far as it was planned; @param why where the lab could run it. */
  #lost(why: string): readonly string[] {
    return this.last === undefined || this.last.trace !== undefined ? [why] : this.last.about;
  }

  /** @returns which faults could strike it; "other" when it was not the schedule that was planned, and is not counted. */
  async #run(plan: P, strategy: Recorder, planned: Planned): Promise<readonly Fault[] | "other"> {
    const { name: fault } = planned;
    const ran = await this.#subject.run(plan, strategy, fault);
    this.last = ran;
    if (ran.missed || strategy.departed.length < (planned.planned ?? 0)) return "other";
    const faults = ran.faults.map((name) => ({ name }));
    const { place } = planned;
    if ("place" in planned && place === undefined) return faults;
    if (place !== undefined) this.#places.push(place);
    this.#hashes.push((ran.trace?.sha256 ?? "").slice(0, hashLength));
    for (const [kind, times] of Object.entries(ran.fired)) this.#fired.set(kind, (this.#fired.get(kind) ?? 0) + times);
    this.#seen = addSeen([this.#seen, ran.seen]);
    this.#schedules++;
    const { verdict, about } = ran;
    if (verdict === "breaks") {
      this.#violated++;
      const { departed } = strategy;
      this.#first ??= {
        schedule: planned.nth ?? this.#schedules,
        departures: writeDepartures(departed),
        ...(fault === undefined ? {} : { fault }),
        ...(plan === undefined ? {} : { plan }),
        says: departed.map(inWords),
        about,
      };
    }
    if (verdict === "unknown") this.#doubt(place, about);
    return faults;
  }

  /** The first reason is told. */
  #doubt(place: Place | undefined, why: readonly string[]): void {
    if (this.#unknown++ > 0) return;
    this.#doubts = why;
    if (place !== undefined) this.#doubted = { doubted: place };
  }

  /** How many choices the default schedule has. */
  async #measured(): Promise<number> {
    const strategy = new Recorder(departing([]));
    await this.#subject.run(this.#subject.draw(1), strategy);
    return strategy.others.length;
  }
}

interface Fault {
  readonly name: string;
}

/** What a run was to be. */
interface Planned {
  /** How many departures it was to have. */
  readonly planned?: number;
  /** Of a sample: its number. */
  readonly nth?: number;
  /** The fault. */
  readonly name?: string;
  /** Of an exhaustive search; undefined when it is another part's run, which is not counted. */
  readonly place?: Place | undefined;
}

function inWords({ choice, picked, insteadOf }: Departed): string {
  return `choice ${choice}: "${picked}" instead of "${insteadOf}"`;
}
