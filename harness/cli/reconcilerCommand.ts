/**
 * `reconciler`: damages the books at the end of sales, one fact at a time, and tells under which labels that was reported. So
 * many sales as usual at the default seed on an embedded server with its gate on write `evidence/reconciler.txt`.
 */
import { checkFolder } from "../evidence/files.ts";
import { plural } from "../evidence/run.ts";
import { renderTrial } from "../explore/trialText.ts";
import type { Sampling } from "../verdict/exploration.ts";
import { LabError } from "../verdict/failure.ts";
import { neverCame, triedOf, trialVerdict } from "../verdict/trial.ts";
import { evidenceFolder, keepPage, mayBeKept } from "./evidencePage.ts";
import { exitCodeOf, exitCodes } from "./exitCode.ts";
import { exploreOne } from "./exploreCommand.ts";
import { defaultSeed, type Suite } from "./lab.ts";
import { progressOn } from "./progress.ts";
import { headline } from "./reporter/plain.ts";
import { sample } from "./sampling.ts";
import { withLab, type Place } from "./session.ts";
import type { Surroundings } from "./surroundings.ts";

export const defaultTrialSales = 150;

export interface ReconcilerRequest {
  readonly seed: number;
  /** Sales whose ends are damaged. */
  readonly sales: number;
  readonly place: Place;
}

export async function reconcilerCommand(
  { trial, ...suite }: Suite,
  { seed, sales, place }: ReconcilerRequest,
  surroundings: Surroundings,
): Promise<number> {
  if (trial === undefined) throw nothingHere();
  const { out, err, root, nowMs } = surroundings;
  const folder = evidenceFolder(seed === defaultSeed && sales === defaultTrialSales, place.server, undefined, root);
  if (folder !== undefined) await checkFolder(folder);
  const progress = progressOn(surroundings);
  const card = { kind: "workload", name: trial.explored, title: trial.explored, says: "" } as const;
  const manner: Sampling = { strategy: "random", from: 1, runs: sales };
  const held = await withLab(suite, place, surroundings, async (use) => {
    out(headline(`seed ${seed}`, plural(trial.damages.length, "damage"), use));
    const how = { manner, nowMs, progress };
    const sampled = await sample(use, card, how, async (piece) => exploreOne(use, card, seed, piece));
    return { ...sampled, gate: use.gate };
  });
  progress.clear();
  if (held === undefined || !held.whole) {
    err("interrupted: the trial was not held to its end\n");
    return exitCodes.interrupted;
  }
  const page = renderTrial(trial, held.found, seed);
  out(`\n${page}`);
  if (folder !== undefined && mayBeKept(held.gate, undefined)) await keepPage(folder, "reconciler.txt", page, out);
  return exitCodeOf(trialVerdict(held.found, neverCame(trial, triedOf(trial, held.found))));
}

function nothingHere(): LabError {
  return new LabError("This suite has no reconciler to be tried.", {
    why: "It was put together without one.",
    next: "Ask for another command.",
    exitCode: 2,
  });
}
