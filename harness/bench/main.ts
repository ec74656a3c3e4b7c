/** `npm run bench`: what the lab costs, beside the same work without it, measured in one run. */

import { parseArgs } from "node:util";
import { table } from "../cli/table.ts";
import { openServer } from "../postgres/cluster/open.ts";
import type { Server } from "../postgres/server.ts";
import { sqlSuite } from "./sqlSuite.ts";
import { time, type Suite } from "./suite.ts";

const suites: readonly ((server: Server) => Promise<Suite>)[] = [sqlSuite];

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "15" }, runs: { type: "string", default: "100" } },
});

for (const open of suites) {
  const suite = await open(await openServer({ kind: "embedded", major: 18 }));
  try {
    process.stdout.write(await report(suite));
  } finally {
    await suite.close();
  }
}

async function report(suite: Suite): Promise<string> {
  const timings = await time(suite.ways, Number(values.rounds), Number(values.runs));
  const rows = timings.map(({ name, microseconds, ratio }, i) => {
    const steps = i === 0 ? undefined : suite.steps?.();
    const aStep = steps === undefined ? "" : (microseconds / steps).toFixed(0);
    return [name, (1e6 / microseconds).toFixed(0), microseconds.toFixed(0), aStep, ratio.toFixed(2)];
  });
  const right = ["left", "right", "right", "right", "right"] as const;
  const timed = table([suite.title, "runs/s", "µs a run", "µs a step", "ratio"], rows, right);
  const shares = suite.share?.() ?? [];
  if (shares.length === 0) return timed;
  const where = shares.map(([what, amount]) => [what, amount.toFixed(amount < 10 ? 1 : 0)]);
  return timed + table(["where a run through the kernel spends itself", "mean"], where, ["left", "right"]);
}
