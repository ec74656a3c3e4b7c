/**
 * What one run of one experiment found, as plain data: what evidence files, reporters and the CLI print.
 * Nothing here depends on wall time, on the machine or on the server's version.
 */

import type { Happened } from "./happened.ts";

/** holds: checked and true. breaks: checked and false. unknown: could not be told, which never counts as a pass. */
export type Verdict = "holds" | "breaks" | "unknown";

/** One checked sentence. `claim` = a claim over the end state, `expected` = what a step of the story had to answer,
 * `control` = a wrong part that had to break a claim (holds when it did). */
export interface Finding {
  readonly kind: "claim" | "expected" | "control";
  readonly verdict: Verdict;
  /** The sentence that was checked: "an order moves to PAID once". */
  readonly says: string;
  /** On what it was checked when it holds ("3 orders, 3 charges"); else one sentence for each thing that breaks it. */
  readonly about: readonly string[];
}

/** A line of the story for people: `timeline ord-0001: …`, `note …`, `mismatch …`, `fired …`. */
export interface Line {
  readonly label: "timeline" | "note" | "mismatch" | "fired";
  readonly text: string;
}

/**
 * One decision with its settled result. `text` is hashed; `source` (src/order/pay.ts:41) and the task that went on by it
 * (orders-1 pay ord-0001) are shown, not hashed.
 */
export interface Step {
  readonly text: string;
  readonly source?: string;
  readonly task?: string;
}

export interface Trace {
  readonly steps: readonly Step[];
  /** SHA-256 over the steps' texts, hex. */
  readonly sha256: string;
}

export interface ExperimentResult {
  readonly id: string;
  readonly title: string;
  readonly seed: number;
  /** The worst of the findings; unknown when there is none. */
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
  readonly lines: readonly Line[];
  readonly trace: Trace;
  /** Of the control's own run, when the experiment has one. */
  readonly controlTrace?: Trace;
  /** Absent where nothing was run. */
  readonly happened?: Happened;
  /** What weakens the verdict ("no gate: waiters may have raced"). */
  readonly warnings: readonly string[];
}

export function worst(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes("breaks")) return "breaks";
  return verdicts.length === 0 || verdicts.includes("unknown") ? "unknown" : "holds";
}
