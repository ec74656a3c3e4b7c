/** One run of a flow in a world of its own, struck or not, and what was found of it. */

import type { Phased } from "../../explore/phased.ts";
import type { Trace } from "../../kernel/trace.ts";
import type { LabDatabase } from "../../postgres/lab.ts";
import type { Children } from "../../process/children.ts";
import { addSeen, type Seen } from "../../verdict/happened.ts";
import { readEnd, type End } from "../books.ts";
import { checked, witness } from "../happened/witness.ts";
import type { Setting } from "../hosts.ts";
import { watchSafety } from "../safety.ts";
import { onStage, type Stage, type StageOptions } from "../stage.ts";
import { tellStory } from "../story.ts";
import { setOut, take, type Course } from "./course.ts";
import type { Claim } from "../claims/claim.ts";
import { claimsOf } from "./claims.ts";
import type { Flow } from "./flow.ts";
import { faultWords, prepareStrike, stopsServer, type Prepared, type Strike } from "./strike.ts";

export interface Flight extends Readonly<Omit<Course, "failures">> {
  readonly trace: Trace;
  /** What failed and not by a fault. */
  readonly failures: readonly string[];
  /** Strikes that did not fall, one sentence each. */
  readonly never: readonly string[];
  /** How often each kind of fault struck that befell the flow. */
  readonly fired: Readonly<Record<string, number>>;
  /** What must hold whenever something has been committed, and did not: one sentence each, with the decision. */
  readonly unsafe: readonly string[];
  readonly seen: Seen;
  /** What must hold of it. */
  readonly claims: readonly Claim[];
  /** Who waited for whom when nothing could move any more, or which misuse ended it. */
  readonly stuck: readonly string[];
  /** The books after everything once more; undefined when the run never got there. */
  readonly end: End | undefined;
  /** Without a gate: times that the server alone decided who goes first. */
  readonly races: number;
}

/** What strikes in the flow, and in the recovery from that. */
export type Strikes = Readonly<Partial<Record<"flow" | "recovery", Strike>>>;

export interface FlightOptions extends Pick<StageOptions, "seed" | "afresh"> {
  readonly keepSource?: boolean;
  /** The shop's hosts are child processes, which SIGKILL really kills. */
  readonly children?: Children;
  readonly strikes: Strikes;
  /** Chooses what happens next in the flow, and the default schedule before and after it; a random walk unless said. */
  readonly schedule?: Phased;
  /** What else befalls the flow. */
  readonly befall?: (stage: Stage) => Befalling;
  /** The server will be stopped by that. */
  readonly crashes?: boolean;
  /** Look after every commit whether everything is as it must be at any time. */
  readonly watched?: boolean;
}

/** Faults that have been prepared. */
export interface Befalling {
  /** No more of them from now on. */
  end(): void;
  /** Those that had to strike and did not, by name. */
  never(): readonly string[];
  /** How often each kind of them struck. */
  fired(): Readonly<Record<string, number>>;
}

export async function fly(
  lab: LabDatabase,
  flow: Omit<Flow, "host" | "says">,
  options: FlightOptions,
): Promise<Flight> {
  const { seed, keepSource = false, afresh = false, children, schedule, watched = false } = options;
  const crashes = options.crashes === true || Object.values(options.strikes).some(({ fault }) => stopsServer(fault));
  const how = { seed, keepSource, afresh, crashes, ...(schedule === undefined ? {} : { strategy: schedule.strategy }) };
  return onStage(lab, settingOf(flow, children), how, async (stage) => {
    const { world, run, hosts } = stage;
    const course = setOut();
    const prepared: Prepared[] = [];
    const unsafe = watched ? watchSafety(stage) : [];
    let befalling: Befalling | undefined;
    const prepare = (phase: "flow" | "recovery"): void => {
      if (phase === "flow") schedule?.begin();
      else schedule?.end();
      if (phase === "flow") befalling = options.befall?.(stage);
      else befalling?.end();
      const strike = options.strikes[phase];
      if (strike !== undefined) prepared.push(prepareStrike(stage, strike));
    };
    const { story } = tellStory(hosts, seed);
    const told = world.spawn("story", flow.name, () => take(course, stage, flow, story, prepare));
    const stuck = (await stage.comeToRest()) ?? [];
    let end: End | undefined;
    if (stuck.length === 0) {
      const books = world.spawn("auditor", "reads the books", () => readEnd(hosts));
      await world.run();
      if (books.outcome !== undefined && "value" in books.outcome) end = books.outcome.value;
    }
    const failures = course.failures();
    const unheard = told.unheardError()?.message;
    const claims = claimsOf(flow);
    const untold = unheard !== undefined && !failures.some((sentence) => sentence.endsWith(unheard));
    return {
      ...course,
      failures: untold ? [...failures, `the flow itself: ${unheard}`] : failures,
      trace: world.trace,
      never: [
        ...prepared.filter((one) => !one.fallen()).map(({ strike }) => faultWords(strike.fault)),
        ...(befalling?.never() ?? []),
      ],
      fired: befalling?.fired() ?? {},
      unsafe,
      claims,
      seen: addSeen([witness(stage, end), checked(claims, end)]),
      stuck,
      end,
      races: run.gate.counts.races,
    };
  });
}

function settingOf(
  flow: Pick<Flow, "name" | "wrong" | "config" | "poolSize">,
  children: Children | undefined,
): Setting {
  const { name, wrong, config = {}, poolSize } = flow;
  const parts = {
    ...{ config, ...(wrong === undefined ? {} : { parts: wrong.parts }) },
    ...(poolSize === undefined ? {} : { poolSize }),
  };
  if (children === undefined) return parts;
  const whose = { experiment: name, ...(wrong === undefined ? {} : { control: wrong.says }) };
  return { ...parts, processes: { children, whose } };
}
