/** Runs one experiment and its control, and judges both. */

import { Trace } from "../kernel/trace.ts";
import type { LabDatabase } from "../postgres/lab.ts";
import { worst, type ExperimentResult, type Finding, type Line } from "../verdict/result.ts";
import { judge } from "./claim.ts";
import type { Control, Experiment } from "./experiment.ts";
import { play, type Played } from "./play.ts";

export interface RunOptions {
  readonly seed: number;
  readonly keepSource: boolean;
  readonly afresh?: boolean;
  readonly controls?: boolean;
}

export async function runExperiment(
  lab: LabDatabase,
  experiment: Experiment,
  options: RunOptions,
): Promise<ExperimentResult> {
  const how = { seed: options.seed, keepSource: options.keepSource, afresh: options.afresh ?? false };
  const { wrong } = experiment;
  const controls = options.controls === false ? [] : [experiment.control ?? []].flat();
  const main = await play(lab, experiment, wrong === undefined ? how : { ...how, parts: wrong.parts });
  const controlled: Played[] = [];
  for (const control of controls) controlled.push(await play(lab, experiment, { ...how, parts: control.parts }));

  const findings: Finding[] = [...main.findings, ...claims(experiment, main)];
  if (wrong !== undefined) findings.push(broke(wrong, main));
  controlled.forEach((played, i) => findings.push(broke(controls[i] as Control, played)));
  const races = [main, ...controlled].reduce((sum, played) => sum + played.races, 0);
  const warnings = races === 0 ? [] : [`no gate: ${races} times the server alone decided who goes first`];
  const verdict = worst(findings.map((finding) => finding.verdict));
  return {
    id: experiment.id,
    title: experiment.title,
    seed: options.seed,
    verdict: races > 0 && verdict === "holds" ? "unknown" : verdict,
    findings,
    lines: [...main.lines, ...(wrong === undefined ? [] : mismatches(main))],
    trace: { steps: main.trace.steps, sha256: main.trace.sha256() },
    ...(controlled.length === 0 ? {} : { controlTrace: joined(controlled) }),
    warnings,
  };
}

function claims(experiment: Experiment, { end }: Played): readonly Finding[] {
  return experiment.holds.map((claim) =>
    end === undefined
      ? { kind: "claim", verdict: "unknown", says: claim.says, about: ["the world never came to rest"] }
      : judge(claim, end),
  );
}

/** A control holds when its claim broke, and broke in just the way that was said. */
function broke(control: Control, { end }: Played): Finding {
  const says = `${control.says}: breaks "${control.claim.says}"`;
  if (end === undefined) return { kind: "control", verdict: "unknown", says, about: ["the world never came to rest"] };
  const sentences = control.claim.broken(end);
  if (sentences.length === 0) return { kind: "control", verdict: "breaks", says, about: ["it held"] };
  const { exactly } = control;
  if (exactly === undefined) return { kind: "control", verdict: "holds", says, about: first(sentences) };
  if (exactly.join("\n") === sentences.join("\n")) {
    return { kind: "control", verdict: "holds", says, about: [`exactly as it had to: ${sentences.length} mismatches`] };
  }
  const about = [...exactly.map((sentence) => `wanted ${sentence}`), ...sentences.map((sentence) => `was ${sentence}`)];
  return { kind: "control", verdict: "breaks", says, about };
}

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
