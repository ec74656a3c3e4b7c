/** `npm run bench`: what the lab costs, beside the same work without it, measured in one run. */

import { parseArgs } from "node:util";
import Table from "cli-table3";
import { openServer } from "../postgres/cluster/open.ts";
import type { Server } from "../postgres/server.ts";
import { sqlSuite } from "./sqlSuite.ts";
import { time, type Suite } from "./suite.ts";

const suites: readonly ((server: Server) => Promise<Suite>)[] = [sqlSuite];

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "15" }, runs: { type: "string", default: "100" } },
});
const plain = { style: { head: [], border: [] } };

for (const open of suites) {
  const suite = await open(await openServer({ kind: "embedded", major: 18 }));
  try {
    await report(suite);
  } finally {
    await suite.close();
  }
}

async function report(suite: Suite): Promise<void> {
  const timings = await time(suite.ways, Number(values.rounds), Number(values.runs));
  const table = new Table({ ...plain, head: [suite.title, "runs/s", "µs a run", "µs a step", "ratio"] });
  for (const [i, { name, microseconds, ratio }] of timings.entries()) {
    const steps = i === 0 ? undefined : suite.steps?.();
    const aStep = steps === undefined ? "" : (microseconds / steps).toFixed(0);
    table.push([name, (1e6 / microseconds).toFixed(0), microseconds.toFixed(0), aStep, ratio.toFixed(2)]);
  }
  process.stdout.write(`${table.toString()}\n`);
  const shares = suite.share?.() ?? [];
  if (shares.length === 0) return;
  const where = new Table({ ...plain, head: ["where the time of a run goes", "mean"] });
  for (const [what, amount] of shares) where.push([what, amount.toFixed(amount < 10 ? 1 : 0)]);
  process.stdout.write(`${where.toString()}\n`);
}
