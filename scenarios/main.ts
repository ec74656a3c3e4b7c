/** The composition root: the suite of experiments meets the lab and its command line. */
import { searchLevels } from "../harness/anomalies/search.ts";
import { main } from "../harness/cli/main.ts";
import { machineFacts } from "../harness/cli/doctorFacts.ts";
import type { ServerChoice } from "../harness/postgres/server.ts";
import { suite } from "../harness/shop/lab.ts";
import { anomalies } from "./anomalies/anomalies.ts";
import { experiments } from "./experiments.ts";
import { flows } from "./grid/flows.ts";
import { pairs } from "./pairs/pairs.ts";
import { stories } from "./stories.ts";
import { workloads } from "./workloads/workloads.ts";

const program = (name: string): URL => new URL(name, import.meta.url);
const shop = suite(
  { experiments, flows, pairs, workloads, stories },
  { worker: program("worker.js"), child: program("child.js") },
);
const further = {
  specs: "scenarios/specs",
  anomalies: (server: ServerChoice, schedules: number) => searchLevels(anomalies, server, schedules),
};
await main({ ...shop, ...further }, machineFacts);
