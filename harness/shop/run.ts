/** Runs one experiment and its controls, one after another, and has them judged. */

import type { LabDatabase } from "../postgres/lab.ts";
import type { ExperimentResult } from "../verdict/result.ts";
import type { Children } from "../process/children.ts";
import type { Control, Experiment } from "./experiment.ts";
import { judgeRuns, notPlayed, type Controlled } from "./judge.ts";
import { play, type Played } from "./play.ts";

export interface RunOptions {
  readonly seed: number;
  readonly keepSource: boolean;
  readonly afresh?: boolean;
  readonly controls?: boolean;
  /** The shop's hosts are child processes. */
  readonly children?: Children;
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
  const { children } = options;
  const { id, wrong } = experiment;
  const playWith = async (control?: Control): Promise<Played> => {
    const whose = control === undefined ? { experiment: id } : { experiment: id, control: control.says };
    return play(lab, experiment, {
      ...how,
      ...(control === undefined ? {} : { parts: control.parts }),
      ...(children === undefined ? {} : { processes: { children, whose } }),
    });
  };
  const controls = options.controls === false ? [] : [experiment.control ?? []].flat();
  const main = await playWith(wrong);
  const controlled: Controlled[] = [];
  for (const control of controls) {
    controlled.push({ control, played: await playWith(control) });
  }
  return judgeRuns(experiment, options.seed, main, controlled);
}
