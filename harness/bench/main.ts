/**
 * `npm run bench`: what the lab costs, beside the same work without it, measured in one run. The machine is never still;
 * the ways of a suite take turns, so only the ratios within one run are to be believed.
 */

import { parseArgs } from "node:util";
import { progressOn } from "../cli/progress.ts";
import { table } from "../cli/table.ts";
import type { ServerChoice } from "../postgres/server.ts";
import type { Workload } from "../shop/workload/workload.ts";
import { experimentsReport } from "./experiments.ts";
import { comparisonReport } from "./comparison/report.ts";
import { coresReport } from "./cores/report.ts";
import { processesReport } from "./processes.ts";
import { gridSuite } from "./gridSuite.ts";
import { guardsReport } from "./guards/report.ts";
import { inventoryReport } from "./inventory.ts";
import { servicesSuite } from "./servicesSuite.ts";
import { specsReport } from "./specs.ts";
import { sqlSuite } from "./sqlSuite.ts";
import { time, type Suite } from "./suite.ts";
import { timeToBugReport } from "./timeToBug.ts";

const choice = { kind: "embedded", major: 18 } as const;

/** @param workloads whose guards are taken away. */
export async function bench(workloads: readonly Workload[]): Promise<void> {
  const { values } = parseArgs({
    options: {
      rounds: { type: "string", default: "15" },
      /** One part alone. */
      only: { type: "string" },
      /** The compiled composition root whose experiments are timed. */
      experiments: { type: "string" },
      times: { type: "string", default: "3" },
    },
  });
  const [rounds, times] = [Number(values.rounds), Number(values.times)];
  const { experiments } = values;
  const progress = progressOn({
    err: (text) => void process.stderr.write(text),
    terminal: process.stderr.isTTY,
    nowMs: () => performance.now(),
  });
  const parts: Readonly<Record<string, () => Promise<string>>> = {
    sql: () => suiteReport(sqlSuite, rounds, 100),
    services: () => suiteReport(servicesSuite, rounds, 20),
    grid: () => suiteReport(gridSuite, rounds, 3),
    inventory: () => inventoryReport(choice, 1_000 * times, 10_000),
    cores: () => coresReport(times),
    spec: () => specsReport(choice, times),
    processes: () => processesReport(choice, times),
    races: () => timeToBugReport(choice),
    guards: () => guardsReport(choice, workloads, times, progress),
    comparison: () => comparisonReport(choice),
    ...(experiments === undefined ? {} : { experiments: () => experimentsReport(experiments, times) }),
  };
  for (const name of values.only === undefined ? Object.keys(parts) : [values.only]) {
    const part = parts[name];
    if (part === undefined) {
      process.stderr.write(`The bench has no part "${name}"; it has ${Object.keys(parts).join(", ")}.\n`);
      process.exitCode = 2;
      return;
    }
    process.stdout.write(await part());
  }
}

async function suiteReport(
  open: (choice: ServerChoice) => Promise<Suite>,
  rounds: number,
  runs: number,
): Promise<string> {
  const suite = await open(choice);
  try {
    return await report(suite, rounds, runs);
  } finally {
    await suite.close();
  }
}

async function report(suite: Suite, rounds: number, runs: number): Promise<string> {
  const timings = await time(suite.ways, rounds, runs);
  const rows = timings.map(({ name, microseconds, ratio }, i) => {
    const steps = suite.ways[i]?.steps?.();
    const aStep = steps === undefined ? "" : (microseconds / steps).toFixed(0);
    return [name, (1e6 / microseconds).toFixed(0), microseconds.toFixed(0), aStep, ratio.toFixed(2)];
  });
  const right = ["left", "right", "right", "right", "right"] as const;
  const timed = table([suite.title, "runs/s", "µs a run", "µs a step", "ratio"], rows, right);
  const where = suite.share().map(([what, amount]) => [what, amount.toFixed(amount < 10 ? 1 : 0)]);
  return timed + table(["where a run in the lab spends itself", "mean"], where, ["left", "right"]);
}
