/**
 * `npm run bench`: what the lab costs, beside the same work without it, measured in one run. The machine is never still;
 * the ways of a suite take turns, so only the ratios within one run are to be believed.
 */

import { parseArgs } from "node:util";
import { table } from "../cli/table.ts";
import type { ServerChoice } from "../postgres/server.ts";
import { experimentsReport } from "./experiments.ts";
import { processesReport } from "./processes.ts";
import { gridSuite } from "./gridSuite.ts";
import { servicesSuite } from "./servicesSuite.ts";
import { sqlSuite } from "./sqlSuite.ts";
import { time, type Suite } from "./suite.ts";
import { timeToBugReport } from "./timeToBug.ts";

const suites: Readonly<
  Record<string, { readonly open: (choice: ServerChoice) => Promise<Suite>; readonly runs: number }>
> = {
  sql: { open: sqlSuite, runs: 100 },
  services: { open: servicesSuite, runs: 20 },
  grid: { open: gridSuite, runs: 3 },
};

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "15" },
    /** One suite alone, or `processes`, or `races`. */
    only: { type: "string" },
    /** The compiled composition root whose experiments are timed. */
    experiments: { type: "string" },
    times: { type: "string", default: "3" },
  },
});

for (const [name, { open, runs }] of Object.entries(suites)) {
  if ((values.only ?? name) !== name) continue;
  const suite = await open({ kind: "embedded", major: 18 });
  try {
    process.stdout.write(await report(suite, runs));
  } finally {
    await suite.close();
  }
}
if ((values.only ?? "processes") === "processes") {
  process.stdout.write(await processesReport({ kind: "embedded", major: 18 }, Number(values.times)));
}
if ((values.only ?? "races") === "races") process.stdout.write(await timeToBugReport({ kind: "embedded", major: 18 }));
if (values.experiments !== undefined) {
  process.stdout.write(await experimentsReport(values.experiments, Number(values.times)));
}

async function report(suite: Suite, runs: number): Promise<string> {
  const timings = await time(suite.ways, Number(values.rounds), runs);
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
