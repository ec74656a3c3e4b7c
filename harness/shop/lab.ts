/** The lab for a suite of experiments: one server, one schema, one world after another. */

import { loadSchema } from "../../src/schema/load.ts";
import type { ExperimentCard, Lab, Suite } from "../cli/lab.ts";
import { openWorkers } from "../cli/workers.ts";
import { openServer } from "../postgres/cluster/open.ts";
import { LabDatabase } from "../postgres/lab.ts";
import type { ServerChoice } from "../postgres/server.ts";
import type { Experiment } from "./experiment.ts";
import { runExperiment } from "./run.ts";

/** @param worker the module that calls `work` with this suite; without it everything runs in this process. */
export function suite(experiments: readonly Experiment[], worker?: URL): Suite {
  return {
    experiments: experiments.map(card),
    openLab: (choice, workers) =>
      workers > 1 && worker !== undefined ? openWorkers(worker, choice, workers) : openLab(experiments, choice),
  };
}

async function openLab(experiments: readonly Experiment[], choice: ServerChoice): Promise<Lab> {
  const database = await openDatabase(choice);
  const { kind, major, signals, warnings } = database.server;
  let last: string | undefined;
  return {
    server: { kind, major },
    gate: signals === undefined ? "off" : "on",
    warnings,
    atOnce: 1,
    run: async (id, options) => {
      const found = experiments.find((experiment) => experiment.id === id);
      if (found === undefined) throw new Error(`no experiment ${id}`);
      const afresh = id !== last; // every experiment begins as if no other had run before it
      last = id;
      return runExperiment(database, found, { ...options, afresh });
    },
    close: () => database.close(),
  };
}

/** A server with the shop's schema on it. */
export async function openDatabase(choice: ServerChoice): Promise<LabDatabase> {
  const server = await openServer(choice);
  try {
    const { statements, tables, sequences } = loadSchema();
    return await LabDatabase.open(server, { setup: statements, tables, sequences });
  } catch (error) {
    await server.close();
    throw error;
  }
}

function card(experiment: Experiment): ExperimentCard {
  const { id, title, holds, occurs } = experiment;
  const controls = [experiment.control ?? experiment.wrong ?? []].flat();
  return {
    id,
    title,
    claims: holds.map((claim) => claim.says),
    ...(controls.length === 0 ? {} : { control: controls.map((control) => control.says).join("; ") }),
    ...(occurs === undefined ? {} : { occurs }),
  };
}
