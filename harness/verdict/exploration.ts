/** What an exploration found, as plain data: what its statement, its command and its workers hand on. */

import type { Seen } from "./happened.ts";
import { worst, type Trace, type Verdict } from "./result.ts";

/** Every schedule up to a bound. */
interface Exhaustive {
  readonly strategy: "exhaustive";
  /** Departures at most. Absent: as many as the pair says. */
  readonly bound?: number;
  /** A part of it, and nothing else. */
  readonly share?: Share;
}

/** The `nth` part of so many, from 1. */
export interface Part {
  readonly nth: number;
  readonly of: number;
}

/** What an exhaustive exploration consists of: see {@link Exploration}. A control is never divided. */
export const searches = ["shipped", "control", "faulted"] as const;

/** A part of one of its searches. Whoever makes them, all parts together are the whole. */
export interface Share extends Part {
  readonly search: (typeof searches)[number];
}

export const samplingStrategies = ["random", "pct"] as const;
/** Of PCT, where nobody says another. */
export const pctDepth = 3;
/** Every way to sample, as it is where nobody says otherwise. */
export const samplingWays = samplingStrategies.map((strategy): Pick<Sampling, "strategy" | "depth"> =>
  strategy === "pct" ? { strategy, depth: pctDepth } : { strategy },
);

/** So many runs by chance, from the one of that number on. A run is known by seed and number, whoever runs it. */
export interface Sampling {
  readonly strategy: (typeof samplingStrategies)[number];
  /** From 1. */
  readonly from: number;
  readonly runs: number;
  /** Of PCT: how many ordering constraints a defect may need. */
  readonly depth?: number;
  /** With the wrong part of the control. */
  readonly control?: true;
}

/** One run again. */
export interface Again {
  readonly strategy: "replay";
  /** `12:3,40:1` */
  readonly departures: string;
  /** `reply-lost:charge:ord-0001:1` */
  readonly fault?: string;
  /** What was to happen, where runs differ in that. */
  readonly plan?: unknown;
  /** With the wrong part of the control. */
  readonly control?: true;
}

/** How schedules are chosen, and how many. */
export type Manner = Exhaustive | Sampling | Again;

/** Whether it is the wrong part that is run, and nothing else. */
export function isControl(manner: Manner): boolean {
  return manner.strategy !== "exhaustive" && manner.control === true;
}

/**
 * What can be explored: two things at once from a prepared state, whose schedules can be exhausted; a numbered experiment;
 * a workload, of which every run is another one; a race of sessions that do nothing but SQL, whose schedules can be exhausted as well;
 * the removal of a guard, which is a workload with a wrong part as its control.
 */
export type Kind = "pair" | "experiment" | "workload" | "SQL race" | "removal";

/** What can be said of it without running it. */
export interface ExploredCard {
  readonly kind: Kind;
  /** As it is typed: `pay-cancel`. */
  readonly name: string;
  /** As it is said: `pay × cancel`. */
  readonly title: string;
  /** A sentence for people. */
  readonly says: string;
  /** Its runs have schedules of their own: by either strategy they are the same. */
  readonly ownSchedule?: true;
}

/** A schedule under which something did not hold. */
export interface Violation {
  /** Which of the schedules that were run, from 1; of a sample, the number of the run. */
  readonly schedule: number;
  /** `12:3,40:1`: how this schedule departs from the default one, as it is typed. */
  readonly departures: string;
  /** What befell a message in it: `reply-lost:charge:ord-0001:1`. */
  readonly fault?: string;
  /** What was to happen in it, where runs differ in that. */
  readonly plan?: unknown;
  /** The departures in words. */
  readonly says: readonly string[];
  /** What does not hold, one sentence each. */
  readonly about: readonly string[];
}

/** Where a run stands in a whole search: of two, that with the lower number comes first, where they differ first. */
export type Place = readonly number[];

/** What was found of one system, the shipped or a wrong one. */
export interface Searched {
  readonly schedules: number;
  /** How many of them did not hold, and the first of those. */
  readonly violated: number;
  readonly first?: Violation;
  /** How many could not be told, and why the first of them. */
  readonly unknown: number;
  readonly doubts: readonly string[];
  /** One for each run, from the hash of its trace: as many different ones as there were different runs. */
  readonly hashes: readonly string[];
  /** How often each kind of fault struck. */
  readonly fired: Readonly<Record<string, number>>;
  /** What else happened in its runs. */
  readonly seen: Seen;
  /** Of an exhaustive search: the places of its runs, in their order, and of the first that could not be told. */
  readonly order?: { readonly places: readonly Place[]; readonly doubted?: Place };
}

export interface Exploration extends Searched, Pick<ExploredCard, "kind" | "name" | "title"> {
  readonly manner: Manner;
  /** Of an exhaustive search: how many departures at most. */
  readonly bound?: number;
  /** Another search, to a bound of its own, with at most one message fault besides. */
  readonly faulted?: Searched & { readonly bound: number };
  /** The same search with a wrong part, until it finds something. */
  readonly control?: Searched & { readonly says: string };
  /** Of an exhaustive search: it was interrupted, and a part of it was not made. */
  readonly partial?: true;
  /** Of the first violation made smaller: in how many of the runs that confirm it the same came out. */
  readonly confirmed?: number;
  /** Every decision, of a single schedule; and between which of them it was explored, from `from` to before `to`. */
  readonly trace?: Trace;
  readonly span?: { readonly from: number; readonly to: number };
}

/** A violation made smaller: the fewest departures, and the smallest plan, under which the same claim was found to break. */
export interface Reduced extends Pick<Again, "departures" | "fault" | "plan"> {
  readonly claim: string;
  readonly about: readonly string[];
  /** The plan in words, where there is one. */
  readonly told: readonly string[];
  /** In how many of the runs that confirm it the same decisions broke the same claim. */
  readonly confirmed: number;
  /** How many runs it took. */
  readonly runs: number;
  /** Every decision, and between which of them it was explored. */
  readonly trace: Trace;
  readonly span: { readonly from: number; readonly to: number };
}

/** How many runs confirm it. */
export const confirmations = 10;

/** What making smaller may cost. */
export interface Effort {
  /** Runs after which plans are made no smaller; twice as many, and departures are taken away no more. */
  readonly runsMax: number;
  /** How many runs confirm what is left. */
  readonly confirmations: number;
}

/**
 * The worst of all schedules; of none at all nothing is known. A control has to be found broken. A violation that does not come out again by the same
 * decisions says that the lab cannot tell.
 */
export function explorationVerdict(exploration: Exploration): Verdict {
  const { control, faulted, partial = false, confirmed = confirmations } = exploration;
  if (confirmed < confirmations) return "unknown";
  const worth = ({ schedules, violated, unknown }: Searched): Verdict =>
    violated > 0 ? "breaks" : unknown > 0 || schedules === 0 ? "unknown" : "holds";
  const shipped = [exploration, faulted ?? []].flat().map(worth);
  if (partial) return worst([...shipped, "unknown"]);
  if (control === undefined) return worst(shipped);
  const caught = control.violated > 0 ? "holds" : control.unknown > 0 ? "unknown" : "breaks";
  return worst([...shipped, caught]);
}
