/** The lab for a suite of experiments: one server, one schema, one world after another. */

import { labels } from "../../src/reconcile/rules/rules.ts";
import { grantsTo } from "../../src/schema/grants.ts";
import { loadSchema } from "../../src/schema/load.ts";
import type { ExperimentCard, GridOptions, Lab, Suite } from "../cli/lab.ts";
import { openWorkers } from "../cli/workers.ts";
import { departing, readDepartures } from "../explore/departures.ts";
import { openServer } from "../postgres/cluster/open.ts";
import { LabDatabase } from "../postgres/lab.ts";
import type { ServerChoice } from "../postgres/server.ts";
import { openStories } from "../sql/database.ts";
import { inStock } from "../sql/inStock.ts";
import { playStory } from "../sql/play.ts";
import type { SqlStory } from "../sql/story.ts";
import { Children } from "../process/children.ts";
import { damages } from "./damage/damages.ts";
import type { Experiment } from "./experiment.ts";
import { explorables, type Explorable } from "./explore/explorable.ts";
import { explore, reduceOne } from "./explore/explore.ts";
import { removalOf, scheduleOf } from "./explore/guard.ts";
import type { Pair } from "./explore/pair.ts";
import type { Flow } from "./grid/flow.ts";
import { cellOf, gridOf } from "./grid/grid.ts";
import { method } from "./grid/judge.ts";
import { faultNames, faults } from "./grid/strike.ts";
import type { StrikerOptions } from "./grid/striker.ts";
import { catalogue } from "./happened/catalogue.ts";
import { replayDatabase } from "./replayed.ts";
import { runExperiment } from "./run.ts";
import type { Workload } from "./workload/workload.ts";

/** Programs that a suite is given beside itself, compiled; without them everything runs in this process. */
interface Programs {
  /** Calls `work` with the same suite. */
  readonly worker?: URL;
  /** A child process, which serves the shop (`serveShop`). */
  readonly child?: URL;
}

export function suite(material: Omit<Material, "child">, { worker, child }: Programs = {}): Suite {
  const { experiments, flows } = material;
  return {
    experiments: experiments.map(card),
    canHappen: catalogue,
    grid: {
      flows: flows.map(({ name, says }) => ({ name, says })),
      faults: faultNames.map((name) => ({ name, head: faults[name] })),
      method,
    },
    explored: explorables(material).map(({ kind, name, title, says, ownSchedule }) => ({
      ...{ kind, name, title, says },
      ...(ownSchedule === undefined ? {} : { ownSchedule }),
    })),
    guards: material.workloads.flatMap((workload) =>
      (workload.guards ?? []).map((guard) => ({
        ...{
          workload: workload.name,
          removal: removalOf(guard.name),
          name: guard.name,
          area: guard.area,
          says: guard.says,
        },
        ...(guard.among === undefined ? scheduleOf(workload) : { among: guard.among.title }),
        ...(guard.harmless === undefined ? {} : { harmless: guard.harmless }),
      })),
    ),
    ...trialOf(material.workloads),
    replayLedger: replayDatabase,
    openLab: (choice, workers) =>
      workers > 1 && worker !== undefined
        ? openWorkers(worker, choice, workers)
        : openLab({ ...material, child }, choice),
    ...(worker === undefined
      ? {}
      : { openApart: async (choice: ServerChoice, node: string) => openWorkers(worker, choice, 1, node) }),
  };
}

/** The reconciler is tried by the workload whose ends are damaged. */
function trialOf(workloads: readonly Workload[]): Pick<Suite, "trial"> {
  const tried = workloads.find(({ damaged }) => damaged === true);
  if (tried === undefined) return {};
  const cards = damages.map(({ name, unseen }) => ({ name, ...(unseen === undefined ? {} : { unseen }) }));
  return { trial: { explored: tried.name, damages: cards, labels: labels.map(({ label }) => label) } };
}

/** What a lab runs. */
interface Material {
  readonly experiments: readonly Experiment[];
  /** Of the crash grid. */
  readonly flows: readonly Flow[];
  /** To be explored. */
  readonly pairs: readonly Pair[];
  readonly workloads: readonly Workload[];
  readonly stories?: readonly SqlStory[];
  /** What a statement of the system is sent as; its own text unless said. */
  readonly reworded?: (text: string) => string;
  readonly child: URL | undefined;
}

async function openLab({ child, ...material }: Material, choice: ServerChoice): Promise<Lab> {
  const { experiments, flows, stories = [], reworded } = material;
  const toExplore = explorables(material);
  const database = await openDatabase(choice, reworded);
  const children = child === undefined ? undefined : openChildren(database, child);
  const explorableOf = (name: string): Explorable => {
    last = name;
    return byName(toExplore, name, (one) => one.name);
  };
  let storied: Promise<LabDatabase> | undefined;
  const databaseOf = async ({ story }: Explorable): Promise<LabDatabase> =>
    story === undefined ? database : (storied ??= openStories(stories, choice));
  const { kind, major, signals, warnings } = database.server;
  let last: string | undefined;
  const struck = ({ seed, real }: GridOptions): StrikerOptions => {
    if (!real) return { seed };
    if (children === undefined) throw new Error("this suite has no program for child processes");
    return { seed, children };
  };
  const flowOf = (name: string): Flow => {
    last = name; // it leaves its own tables behind
    return byName(flows, name, (flow) => flow.name);
  };
  return {
    server: { kind, major },
    gate: signals === undefined ? "off" : "on",
    warnings,
    atOnce: 1,
    run: async (id, { played = false, ...options }) => {
      const found = byName(experiments, id, (experiment) => experiment.id);
      const afresh = id !== last; // every experiment begins as if no other had run before it
      last = id;
      const real = children !== undefined && found.real === true && !played ? { children } : {};
      return runExperiment(database, found, { ...options, afresh, ...real });
    },
    close: async () => {
      await children?.close();
      await storied?.then((one) => one.close());
      await database.close();
    },
    grid: {
      flow: async (name, options) => gridOf(database, flowOf(name), struck(options)),
      cell: async (at, options) => cellOf(database, flowOf(at.flow), at, struck(options)),
    },
    explore: async (name, options) => {
      const found = explorableOf(name);
      return explore(await databaseOf(found), found, options);
    },
    reduce: async (name, options) => {
      const found = explorableOf(name);
      return reduceOne(await databaseOf(found), found, options);
    },
    inStock: async (name, departures) => {
      const found = explorableOf(name);
      if (found.story === undefined) throw new Error(`${name} is no story of sessions`);
      const lab = await databaseOf(found);
      const played = await playStory(lab, found.story, departing(readDepartures(departures) ?? []));
      return inStock(lab.server, found.story, played);
    },
  };
}

function byName<T>(things: readonly T[], name: string, nameOf: (thing: T) => string): T {
  const found = things.find((thing) => nameOf(thing) === name);
  if (found === undefined) throw new Error(`nothing is called ${name}`);
  return found;
}

/** As whom the shop works. */
const serviceRole = "holdfast_service";

/** A server with the shop's schema on it; @param reworded what a statement of the system is sent as. */
export async function openDatabase(choice: ServerChoice, reworded?: (text: string) => string): Promise<LabDatabase> {
  const server = await openServer(choice);
  try {
    const { statements, tables, sequences } = loadSchema();
    const schema = {
      setup: statements,
      tables,
      sequences,
      service: { role: serviceRole, grants: grantsTo(serviceRole) },
    };
    return await LabDatabase.open(server, { ...schema, ...(reworded === undefined ? {} : { reworded }) });
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** Child processes on this server; each begins when it is needed. */
export function openChildren({ address }: LabDatabase, program: URL): Children {
  return new Children(program, address);
}

function card(experiment: Experiment): ExperimentCard {
  const { id, title, long = false, holds, occurs } = experiment;
  const controls = [experiment.control ?? experiment.wrong ?? []].flat();
  return {
    id,
    title,
    long,
    claims: holds.map((claim) => claim.says),
    ...(controls.length === 0 ? {} : { control: controls.map((control) => control.says).join("; ") }),
    ...(occurs === undefined ? {} : { occurs }),
  };
}
