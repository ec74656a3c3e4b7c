/**
 * What runs are worth: from what was played to findings and a verdict. All of it is a pure function of the runs, so that
 * each way of not passing can be shown by hand-made ones.
 */

import { Trace } from "../kernel/trace.ts";
import { addSeen, type Happened } from "../verdict/happened.ts";
import { worst, type ExperimentResult, type Finding, type Line } from "../verdict/result.ts";
import { judge, type Claim } from "./claims/claim.ts";
import type { Control, Experiment } from "./experiment.ts";
import { checked } from "./happened/witness.ts";
import type { Played } from "./play.ts";

/** A control and the run that was played with its parts. */
export interface Controlled {
  readonly control: Control;
  readonly played: Played;
}

/** What the runs of an experiment are worth, its own and its controls'. */
export function judgeRuns(
  experiment: Pick<Experiment, "id" | "title" | "holds" | "wrong">,
  seed: number,
  main: Played,
  controlled: readonly Controlled[],
): ExperimentResult {
  const { id, title, holds, wrong } = experiment;
  const findings: readonly Finding[] = [
    ...main.expected,
    ...rested(main),
    ...faultsFired(main),
    ...noFailures(main),
    ...holds.map((claim) => held(claim, main)),
    ...(wrong === undefined ? [] : [broke(wrong, main)]),
    ...controlled.map(({ control, played }) => broke(control, played)),
  ];
  const played = controlled.map((one) => one.played);
  const races = [main, ...played].reduce((sum, one) => sum + one.races, 0);
  const verdict = worst(findings.map((finding) => finding.verdict));
  return {
    id,
    title,
    seed,
    verdict: races > 0 && verdict === "holds" ? "unknown" : verdict,
    findings,
    lines: [...main.lines, ...(wrong === undefined ? [] : mismatches(main))],
    trace: { steps: main.trace.steps, sha256: main.trace.sha256() },
    ...(played.length === 0 ? {} : { controlTrace: joined(played) }),
    happened: happenedIn(experiment, main, played),
    warnings: races === 0 ? [] : [`no gate: ${races} times the server alone decided who goes first`],
  };
}

/** The runs of controls are counted apart, and so is that of an experiment that is itself one. */
function happenedIn(
  { holds, wrong }: Pick<Experiment, "holds" | "wrong">,
  { seen, end }: Played,
  controls: readonly Played[],
): Happened {
  const own = addSeen([seen, checked(holds, end)]);
  const others = controls.map((one) => one.seen);
  return wrong === undefined
    ? { shipped: own, wrong: addSeen(others) }
    : { shipped: {}, wrong: addSeen([own, ...others]) };
}

/** An experiment that cannot be played on this server: nothing was checked, and why. */
export function notPlayed(
  { id, title, holds }: Pick<Experiment, "id" | "title" | "holds">,
  seed: number,
  why: string,
): ExperimentResult {
  const findings = holds.map(({ says }): Finding => ({ kind: "claim", verdict: "unknown", says, about: [why] }));
  const trace = { steps: [], sha256: new Trace().sha256() };
  return { id, title, seed, verdict: "unknown", findings, lines: [], trace, warnings: [why] };
}

/** Told only when it went wrong: an experiment that comes to rest is no news. */
function rested({ stuck }: Played): readonly Finding[] {
  return stuck === undefined
    ? []
    : [{ kind: "claim", verdict: "breaks", says: "the world comes to rest", about: stuck }];
}

function faultsFired({ faults: { count, never } }: Played): readonly Finding[] {
  if (count === 0) return [];
  const says = "every declared fault has fired";
  return never.length === 0
    ? [{ kind: "claim", verdict: "holds", says, about: [`${count} fault${count === 1 ? "" : "s"}`] }]
    : [{ kind: "claim", verdict: "unknown", says, about: never.map((text) => `never: ${text}`) }];
}

/** Told only when one failed. */
function noFailures({ failures }: Played): readonly Finding[] {
  return failures.length === 0 ? [] : [{ kind: "claim", verdict: "breaks", says: "no task fails", about: failures }];
}

function held(claim: Claim, { end }: Played): Finding {
  return end === undefined
    ? { kind: "claim", verdict: "unknown", says: claim.says, about: [noRest] }
    : judge(claim, end);
}

/**
 * A control holds when its claim broke, and broke in just the way that was said. Its run has to be clean otherwise: where
 * a task failed or a fault never fired, the claim may have broken by that, unless the control says that it may be so.
 */
function broke(control: Control, played: Played): Finding {
  const says = `${control.says}: breaks "${control.claim.says}"`;
  return { kind: "control", says, ...harm(control, played) };
}

function harm(control: Control, played: Played): Pick<Finding, "verdict" | "about"> {
  if (played.end === undefined) return { verdict: "unknown", about: [noRest] };
  const { verdict, about } = judge(control.claim, played.end);
  if (verdict === "unknown") return { verdict, about };
  if (verdict === "holds") return { verdict: "breaks", about: ["it held"] };
  const { exactly } = control;
  if (exactly !== undefined && exactly.join("\n") !== about.join("\n")) {
    const was = about.map((sentence) => `was ${sentence}`);
    return { verdict: "breaks", about: [...exactly.map((sentence) => `wanted ${sentence}`), ...was] };
  }
  const shown =
    exactly === undefined
      ? first(about)
      : [`exactly as it had to: ${about.length} ${about.length === 1 ? "mismatch" : "mismatches"}`];
  const { failures, faults } = played;
  const failed = besides(failures, "a task failed", control.mayFail);
  const unfired = besides(faults.never, "a fault never fired", control.mayNotFire);
  const clean = failed.allowed && unfired.allowed;
  return { verdict: clean ? "holds" : "unknown", about: [...shown, ...failed.told, ...unfired.told] };
}

/** What else went wrong in a control's run, and whether the control says that it may. */
function besides(
  sentences: readonly string[],
  what: string,
  reason: string | undefined,
): { readonly allowed: boolean; readonly told: readonly string[] } {
  if (sentences.length === 0) return { allowed: true, told: [] };
  return reason === undefined
    ? { allowed: false, told: [`but ${what}, and the claim may have broken by that:`, ...first(sentences)] }
    : { allowed: true, told: [`besides, ${what}: ${reason}`] };
}

const noRest = "the world never came to rest";
const shownMax = 3;

function first(sentences: readonly string[]): readonly string[] {
  const more = sentences.length - shownMax;
  return more <= 1 ? sentences : [...sentences.slice(0, shownMax), `and ${more} more`];
}

/** The controls' traces one after another. */
function joined(played: readonly Played[]): ExperimentResult["trace"] {
  const all = new Trace();
  for (const { trace } of played) for (const step of trace.steps) all.append(step.text, step.source);
  return { steps: all.steps, sha256: all.sha256() };
}

function mismatches({ end }: Played): readonly Line[] {
  return (end?.report.mismatches ?? []).map(({ text }) => ({ label: "mismatch", text }));
}
