/** The reconciler on trial, as plain data: what was damaged, and under which labels that was reported. */

import { explorationVerdict, type Exploration } from "./exploration.ts";
import { worst, type Verdict } from "./result.ts";

/** What can be said of the trial without holding it. */
export interface TrialCard {
  /** The name by which it is explored. */
  readonly explored: string;
  readonly damages: readonly DamageCard[];
  /** Every label that there is. */
  readonly labels: readonly string[];
}

export interface DamageCard {
  readonly name: string;
  /** Why no rule sees some of its cases, where that is so. */
  readonly unseen?: string;
}

/** In the place of a label: nothing was to be said, and nothing was. */
export const nothing = "nothing";

/** Among what happens: damages that were reported, by {@link reportedAs}. How often each was done is a fault's count. */
export const reports = "damages, by what was reported";

/** How it is counted that a damage was reported under a label. */
export function reportedAs(damage: string, label: string): string {
  return `${damage}: ${label}`;
}

/** How often each damage was done, and how often it was reported under which label. */
export interface Tried extends DamageCard {
  readonly cases: number;
  /** Those that no rule has to see. */
  readonly unseenCases: number;
  readonly labels: readonly { readonly label: string; readonly cases: number }[];
}

export function triedOf({ damages, labels }: TrialCard, { fired, seen }: Exploration): readonly Tried[] {
  const reported = seen[reports] ?? {};
  return damages.map((damage) => ({
    ...damage,
    cases: fired[damage.name] ?? 0,
    unseenCases: reported[reportedAs(damage.name, nothing)] ?? 0,
    labels: labels
      .map((label) => ({ label, cases: reported[reportedAs(damage.name, label)] ?? 0 }))
      .filter(({ cases }) => cases > 0),
  }));
}

/** What never came: a damage that found nothing to hit, a label that nothing was reported under. */
export function neverCame({ labels }: TrialCard, tried: readonly Tried[]): readonly string[] {
  const reported = new Set(tried.flatMap((one) => one.labels.map(({ label }) => label)));
  return [
    ...tried.filter(({ cases }) => cases === 0).map(({ name }) => name),
    ...labels.filter((label) => !reported.has(label)),
  ];
}

/** Nothing is known of a reconciler that was not tried by every damage, and not under every label. */
export function trialVerdict(found: Exploration, never: readonly string[]): Verdict {
  return worst([explorationVerdict(found), never.length === 0 ? "holds" : "unknown"]);
}
