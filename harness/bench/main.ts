/**
 * `npm run bench`: what the lab costs, beside the same work without it, measured in one run. The machine is never still;
 * the ways of a suite take turns, so only the ratios within one run are to be believed.
 */

import { Command, Option } from "commander";
import { parseCount } from "../cli/choose.ts";
import { progressOn, type Progress } from "../cli/progress.ts";
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

/** What a part is given. */
interface Measuring {
  readonly rounds: number;
  readonly times: number;
  /** The compiled composition root whose experiments are timed. */
  readonly experiments: string;
  readonly workloads: readonly Workload[];
  readonly progress: Progress;
}

const parts: Readonly<Record<string, (measuring: Measuring) => Promise<string>>> = {
  sql: ({ rounds }) => suiteReport(sqlSuite, rounds, 100),
  services: ({ rounds }) => suiteReport(servicesSuite, rounds, 20),
  grid: ({ rounds }) => suiteReport(gridSuite, rounds, 3),
  inventory: ({ times, progress }) => inventoryReport(choice, 1_000 * times, 10_000, progress),
  cores: ({ times }) => coresReport(times),
  spec: ({ times }) => specsReport(choice, times),
  processes: ({ times }) => processesReport(choice, times),
  races: () => timeToBugReport(choice),
  guards: ({ workloads, times, progress }) => guardsReport(choice, workloads, times, progress),
  comparison: () => comparisonReport(choice),
  experiments: ({ experiments, times }) => experimentsReport(experiments, times),
};

/** @param workloads whose guards are taken away. */
export async function bench(workloads: readonly Workload[]): Promise<void> {
  const program = new Command("npm run bench --")
    .description(
      "measure what the lab costs beside the same work without it; only ratios within one run are to be believed",
    )
    .addOption(new Option("--only <part>", "one part alone").choices(Object.keys(parts)))
    .option("--rounds <number>", "turns that the ways of a suite take", parseCount, 15)
    .option(
      "--times <number>",
      "how often what is searched or started is begun; thousands of pairs of the inventory",
      parseCount,
      3,
    )
    .requiredOption("--experiments <file>", "the compiled composition root whose experiments are timed")
    .addHelpText(
      "after",
      `
Examples:
  npm run bench                                 all parts, in an hour or two
  npm run bench -- --only sql                   two buyers on one row, in a minute
  npm run bench -- --only guards --times 1      time to each bug, searched once each way

Exit codes:
  0    measured
  2    wrong use: a bad option`,
    )
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .parse();
  const { only, ...measuring } = program.opts<Omit<Measuring, "workloads" | "progress"> & { readonly only?: string }>();
  const progress = progressOn({
    err: (text) => void process.stderr.write(text),
    terminal: process.stderr.isTTY,
    nowMs: () => performance.now(),
  });
  for (const [name, report] of Object.entries(parts)) {
    if (only === undefined || name === only) process.stdout.write(await report({ ...measuring, workloads, progress }));
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
