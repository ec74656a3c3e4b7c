/** What an exploration found, as plain data: what its statement, its command and its workers hand on. */

import { worst, type Trace, type Verdict } from "./result.ts";

/** How schedules are chosen, and how many. */
export type Manner =
  | { readonly strategy: "exhaustive"; /** Absent: as many as the workload says. */ readonly bound?: number }
  | { readonly strategy: "random"; readonly runs: number }
  | { readonly strategy: "pct"; readonly runs: number; readonly depth: number }
  | {
      readonly strategy: "replay";
      /** `12:3,40:1` */
      readonly departures: string;
      /** With the wrong part of the control. */
      readonly control?: true;
    };

/** A schedule under which something did not hold. */
export interface Violation {
  /** Which of the schedules that were run, from 1. */
  readonly schedule: number;
  /** `12:3,40:1`: how this schedule departs from the default one, as it is typed. */
  readonly departures: string;
  /** The same in words, one a departure. */
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
  /** The same search with a wrong part, until it finds something. */
  readonly control?: Searched & { readonly says: string };
  /** SHA-256 over the hashes of all traces, hex. */
  readonly sha256: string;
  /** Every decision, of a single schedule. */
  readonly trace?: Trace;
}

/** The worst of all schedules. A control has to be found broken. */
export function explorationVerdict({ violated, unknown, control }: Exploration): Verdict {
  const shipped = violated > 0 ? "breaks" : unknown > 0 ? "unknown" : "holds";
  if (control === undefined) return shipped;
  const caught = control.violated > 0 ? "holds" : control.unknown > 0 ? "unknown" : "breaks";
  return worst([shipped, caught]);
}
