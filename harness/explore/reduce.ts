/**
 * What is handed over of a violation: the smallest plan and the fewest departures that are found to break the same claim,
 * confirmed by running them again and again.
 */

import { randomWalk } from "../kernel/randomWalk.ts";
import { confirmations, type Effort, type Reduced, type Violation } from "../verdict/exploration.ts";
import { departing, readDepartures, Recorder, writeDepartures, type Departure } from "./departures.ts";
import { pct } from "./pct.ts";
import { shrink } from "./shrink.ts";
import type { Ran, Subject } from "./subject.ts";

/** Schedules that are tried of a smaller plan by chance, half by each strategy: its decisions are others than before. */
const triesEach = 4;
/** Unless less is asked for. */
const thorough: Effort = { runsMax: 600, confirmations };

/** The first claim that does not hold, without what is said of it. */
export function claimOf(about: readonly string[]): string {
  return (about[0] ?? "").split(": ")[0] ?? "";
}

export async function reduce<P>(subject: Subject<P>, found: Violation, effort = thorough): Promise<Reduced> {
  return new Reduction(subject, found, effort).reduce();
}

class Reduction<P> {
  readonly #subject: Subject<P>;
  readonly #nth: number;
  readonly #claim: string;
  readonly #effort: Effort;
  #plan: P;
  #departures: readonly Departure[];
  #fault: string | undefined;
  #runs = 0;

  constructor(subject: Subject<P>, { schedule, plan, departures, fault, about }: Violation, effort: Effort) {
    this.#subject = subject;
    this.#effort = effort;
    this.#nth = schedule;
    this.#claim = claimOf(about);
    this.#plan = subject.read(plan);
    this.#departures = readDepartures(departures) ?? [];
    this.#fault = fault;
  }

  async reduce(): Promise<Reduced> {
    if (this.#fault !== undefined && (await this.#fails(this.#departures, undefined))) this.#fault = undefined;
    await this.#subject.smallest?.(this.#nth, (plan) => this.#failsSomehow(plan));
    this.#departures = await shrink(this.#departures, (fewer) => this.#failsStill(fewer));

    const runs: Ran[] = [];
    for (let nth = 0; nth < this.#effort.confirmations; nth++)
      runs.push((await this.#run(this.#departures, this.#fault)).ran);
    const [run] = runs;
    const { trace = { steps: [], sha256: "" }, span, about } = run!;
    const same = runs.filter((one) => this.#isIt(one) && one.trace?.sha256 === trace.sha256);
    return {
      departures: writeDepartures(this.#departures),
      ...(this.#fault === undefined ? {} : { fault: this.#fault }),
      ...(this.#plan === undefined ? {} : { plan: this.#plan }),
      claim: this.#claim,
      about: this.#isIt(run!) ? about : [],
      told: this.#subject.tell?.(this.#plan) ?? [],
      confirmed: same.length,
      runs: this.#runs,
      trace,
      span,
    };
  }

  /** Whether some schedule of a smaller plan fails: with the same departures, without any, or one by chance. */
  async #failsSomehow(plan: P): Promise<boolean> {
    if (this.#runs >= this.#effort.runsMax) return false;
    for (const strategy of this.#schedules(plan)) {
      const recorder = new Recorder(strategy);
      this.#runs++;
      if (!this.#isIt(await this.#subject.run(plan, recorder))) continue;
      this.#plan = plan;
      this.#departures = recorder.departed;
      return true;
    }
    return false;
  }

  *#schedules(plan: P) {
    yield departing([]);
    yield departing(this.#departures);
    const choices = this.#subject.choices?.(plan) ?? 1;
    for (let seed = 1; seed <= triesEach / 2; seed++) {
      yield pct({ seed, depth: 2, choices });
      yield randomWalk(seed);
    }
  }

  /** Whether fewer departures do. */
  async #failsStill(departures: readonly Departure[]): Promise<boolean> {
    return this.#runs < 2 * this.#effort.runsMax && (await this.#fails(departures, this.#fault));
  }

  async #fails(departures: readonly Departure[], fault: string | undefined): Promise<boolean> {
    const { ran, as } = await this.#run(departures, fault);
    return as && this.#isIt(ran);
  }

  /** @returns also whether it was run as it was planned. */
  async #run(departures: readonly Departure[], fault: string | undefined) {
    this.#runs++;
    const recorder = new Recorder(departing(departures));
    const ran = await this.#subject.run(this.#plan, recorder, fault);
    return { ran, as: !ran.missed && recorder.departed.length === departures.length };
  }

  #isIt({ verdict, about }: Ran): boolean {
    return verdict === "breaks" && claimOf(about) === this.#claim;
  }
}
