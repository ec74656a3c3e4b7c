/** The trial of the gate at length: `node dist/harness/postgres/contention/main.js --seeds 300`. */

import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { table } from "../../cli/table.ts";
import { openServer } from "../cluster/open.ts";
import { LabDatabase } from "../lab.ts";
import { startBusyLoops } from "./busy.ts";
import { mixedSchema, trialDetectorMs } from "./mixed.ts";
import { casesOf, runTrial, type Tally } from "./trial.ts";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "300" },
    from: { type: "string", default: "0" },
    servers: { type: "string", default: String(cpus().length + 3) },
    loops: { type: "string", default: "4" },
    postgres: { type: "string", default: "18" },
  },
});
const seeds = Number(values.seeds);
const major = ([16, 17, 18] as const).find((one) => one === Number(values.postgres)) ?? 18;

/** Each case twice, and once more beside the busy loops, where detectors wait as long as the lab's do. */
async function runAll(actors: number): Promise<readonly Tally[]> {
  const cases = casesOf(actors, seeds, Number(values.from));
  const quiet = await onServers((labs) => runTrial(labs, cases, 2), trialDetectorMs);
  const loops = startBusyLoops(Number(values.loops));
  try {
    return [quiet, await onServers((labs) => runTrial(labs, cases, 1))];
  } finally {
    loops.stop();
  }
}

async function onServers(
  trial: (labs: readonly LabDatabase[]) => Promise<Tally>,
  detectorAfterMs?: number,
): Promise<Tally> {
  const open = async (): Promise<LabDatabase> =>
    LabDatabase.open(await openServer({ kind: "embedded", major }), mixedSchema, detectorAfterMs);
  const labs = await Promise.all(Array.from({ length: Number(values.servers) }, open));
  try {
    return await trial(labs);
  } finally {
    await Promise.all(labs.map((lab) => lab.close()));
  }
}

const head = [
  "actors",
  "runs",
  "decisions",
  "lock waits",
  "several granted",
  "deadlocks",
  "schedules",
  "differing",
  "s",
];
const rows: (string | number)[][] = [];
const failures: string[] = [];
for (const actors of [6, 10]) {
  const startedAt = performance.now();
  const [quiet, busy] = (await runAll(actors)) as [Tally, Tally];
  const both = [quiet, busy];
  const sum = (of: (tally: Tally) => number): number => both.reduce((total, tally) => total + of(tally), 0);
  const beside = [...busy.schedules].filter((sha256) => !quiet.schedules.has(sha256));
  failures.push(...quiet.differing, ...beside.map((sha256) => `${actors} actors beside busy loops: ${sha256}`));
  for (const [kind, times] of Object.entries(quiet.kinds)) if (times === 0) failures.push(`never happened: ${kind}`);
  rows.push([
    actors,
    sum((tally) => tally.runs),
    sum((tally) => tally.decisions),
    sum((tally) => tally.lockWaits),
    sum((tally) => tally.severalGranted),
    sum((tally) => tally.deadlocks),
    quiet.schedules.size,
    quiet.differing.length + beside.length,
    ((performance.now() - startedAt) / 1000).toFixed(0),
  ]);
}
process.stdout.write(`${table(head, rows)}${failures.map((failure) => `${failure}\n`).join("")}`);
process.exitCode = failures.length > 0 ? 1 : 0;
