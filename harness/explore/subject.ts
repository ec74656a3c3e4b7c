/** What is explored: something that can be run under one schedule after another, and judged. */

import type { Strategy } from "../kernel/action.ts";
import type { Seen } from "../verdict/happened.ts";
import type { Trace, Verdict } from "../verdict/result.ts";

/** @typeParam P what the runs differ in besides their schedules: plain data. */
export interface Subject<P> {
  /** What the run of this number is to do, from 1. */
  draw(nth: number): P;
  /**
   * A plan that comes from outside.
   * @throws LabError, wrong use, when it is none.
   */
  read(plan: unknown): P;
  /** Runs it once; the fault, if there is one, befalls its message, or is missed. */
  run(plan: P, strategy: Strategy, fault?: string): Promise<Ran>;
  /** About how many choices a run of this plan has; absent where one run under the default schedule tells it for all. */
  choices?(plan: P): number;
  /** The plan in words, a line each. */
  tell?(plan: P): readonly string[];
  /**
   * Looks for the smallest plan that fails.
   * @param nth the run that has failed; @param fails it is not asked about that one's own plan.
   */
  smallest?(nth: number, fails: (plan: P) => Promise<boolean>): Promise<void>;
}

/** What came of a run. */
export interface Ran {
  readonly verdict: Verdict;
  /** What does not hold, or why nothing is known, one sentence each. */
  readonly about: readonly string[];
  /** Undefined when the lab could not run it. */
  readonly trace: Trace | undefined;
  /** Between which decisions the strategy chose. */
  readonly span: { readonly from: number; readonly to: number };
  /** Faults that could strike in it, by name. */
  readonly faults: readonly string[];
  /** Whether the fault found nothing to strike. */
  readonly missed: boolean;
  /** How often each kind of fault struck. */
  readonly fired: Readonly<Record<string, number>>;
  /** What else happened in it. */
  readonly seen: Seen;
  /** What its plan had in store for it and did not strike, by kind. */
  readonly spared?: readonly string[];
}
