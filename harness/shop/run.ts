/** Runs one experiment and its controls, one after another, and has them judged. */

import type { LabDatabase } from "../postgres/lab.ts";
import type { ExperimentResult } from "../verdict/result.ts";
import type { Experiment } from "./experiment.ts";
import { judgeRuns, notPlayed, type Controlled } from "./judge.ts";
import { play } from "./play.ts";

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
  if (experiment.crashes === true && lab.server.crash === undefined) {
    return notPlayed(
      experiment,
      options.seed,
      `the database has to crash, and this server (${lab.server.kind}) is not the lab's to stop`,
    );
  }
  const how = { seed: options.seed, keepSource: options.keepSource, afresh: options.afresh ?? false };
  const { wrong } = experiment;
  const controls = options.controls === false ? [] : [experiment.control ?? []].flat();
  const main = await play(lab, experiment, wrong === undefined ? how : { ...how, parts: wrong.parts });
  const controlled: Controlled[] = [];
  for (const control of controls) {
    controlled.push({ control, played: await play(lab, experiment, { ...how, parts: control.parts }) });
  }
  return judgeRuns(experiment, options.seed, main, controlled);
}
