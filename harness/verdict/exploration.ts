/** What an exploration found, as plain data: what its statement, its command and its workers hand on. */

import { worst, type Trace, type Verdict } from "./result.ts";

/** How schedules are chosen, and how many. */
export type Manner =
  | { readonly strategy: "exhaustive"; /** Absent: as many as the workload says. */ readonly bound?: number }
  | {
      readonly strategy: "random";
      readonly runs: number;
      /** With the wrong part of the control, until something is found. */
      readonly control?: true;
    }
  | { readonly strategy: "pct"; readonly runs: number; readonly depth: number; readonly control?: true }
  | {
      readonly strategy: "replay";
      /** `12:3,40:1` */
      readonly departures: string;
      /** `reply-lost:charge:ord-0001:1` */
      readonly fault?: string;
      /** With the wrong part of the control. */
      readonly control?: true;
    };

/** Whether it is the wrong part that is run, and nothing else. */
export function isControl(manner: Manner): boolean {
  return manner.strategy !== "exhaustive" && manner.control === true;
}

/** A schedule under which something did not hold. */
export interface Violation {
  /** Which of the schedules that were run, from 1. */
  readonly schedule: number;
  /** `12:3,40:1`: how this schedule departs from the default one, as it is typed. */
  readonly departures: string;
  /** What befell a message in it: `reply-lost:charge:ord-0001:1`. */
  readonly fault?: string;
  /** The departures in words. */
  readonly says: readonly string[];
  /** What does not hold, one sentence each. */
  readonly about: readonly string[];
}

/** What was found of one system, the shipped or a wrong one. */
export interface Searched {
  readonly schedules: number;
  /** How many of them did not hold, and the first of those. */
  readonly violated: number;
  readonly first?: Violation;
  /** How many could not be told, and why the first of them. */
  readonly unknown: number;
  readonly doubts: readonly string[];
}

export interface Exploration extends Searched {
  /** As it is typed: `pay-cancel`. */
  readonly name: string;
  /** As it is said: `pay × cancel`. */
  readonly title: string;
  readonly manner: Manner;
  /** Of an exhaustive search: how many departures at most. */
  readonly bound?: number;
  /** Another search, to a bound of its own, with at most one message fault besides. */
  readonly faulted?: Searched & { readonly bound: number; readonly sha256: string };
  /** The same search with a wrong part, until it finds something. */
  readonly control?: Searched & { readonly says: string };
  /** SHA-256 over the hashes of all traces, hex. */
  readonly sha256: string;
  /** Every decision, of a single schedule; and between which of them both were at work, from `from` to before `to`. */
  readonly trace?: Trace;
  readonly span?: { readonly from: number; readonly to: number };
}

/** The worst of all schedules. A control has to be found broken. */
export function explorationVerdict(exploration: Exploration): Verdict {
  const { control, faulted } = exploration;
  const worth = ({ violated, unknown }: Searched): Verdict =>
    violated > 0 ? "breaks" : unknown > 0 ? "unknown" : "holds";
  const shipped = [exploration, faulted ?? []].flat().map(worth);
  if (control === undefined) return worst(shipped);
  const caught = control.violated > 0 ? "holds" : control.unknown > 0 ? "unknown" : "breaks";
  return worst([...shipped, caught]);
}
