/** Runs one experiment and its control, and judges both. */

import type { LabDatabase } from "../postgres/lab.ts";
import { worst, type ExperimentResult, type Finding, type Line } from "../verdict/result.ts";
import { judge } from "./claim.ts";
import type { Control, Experiment } from "./experiment.ts";
import { play, type Played } from "./play.ts";

export interface RunOptions {
  readonly seed: number;
  readonly keepSource: boolean;
  readonly afresh?: boolean;
}

export async function runExperiment(
  lab: LabDatabase,
  experiment: Experiment,
  options: RunOptions,
): Promise<ExperimentResult> {
  const how = { seed: options.seed, keepSource: options.keepSource, afresh: options.afresh ?? false };
  const { wrong, control } = experiment;
  const main = await play(lab, experiment, wrong === undefined ? how : { ...how, parts: wrong.parts });
  const controlled = control === undefined ? undefined : await play(lab, experiment, { ...how, parts: control.parts });

  const findings: Finding[] = [...main.findings, ...claims(experiment, main)];
  if (wrong !== undefined) findings.push(broke(wrong, main));
  if (control !== undefined && controlled !== undefined) findings.push(broke(control, controlled));
  const races = main.races + (controlled?.races ?? 0);
  const warnings = races === 0 ? [] : [`no gate: ${races} times the server alone decided who goes first`];
  const verdict = worst(findings.map((finding) => finding.verdict));
  return {
    id: experiment.id,
    title: experiment.title,
    seed: options.seed,
    verdict: races > 0 && verdict === "holds" ? "unknown" : verdict,
    findings,
    lines: [...main.lines, ...mismatches(wrong === undefined ? controlled : main)],
    trace: { steps: main.trace.steps, sha256: main.trace.sha256() },
    ...(controlled === undefined
      ? {}
      : { controlTrace: { steps: controlled.trace.steps, sha256: controlled.trace.sha256() } }),
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
  if (exactly !== undefined && exactly.join("\n") !== sentences.join("\n")) {
    return {
      kind: "control",
      verdict: "breaks",
      says,
      about: [...exactly.map((s) => `wanted ${s}`), ...sentences.map((s) => `was ${s}`)],
    };
  }
  return { kind: "control", verdict: "holds", says, about: sentences };
}

function mismatches(played: Played | undefined): readonly Line[] {
  const found = played?.end?.report.mismatches ?? [];
  return found.map(({ text }) => ({ label: "mismatch", text }));
}
