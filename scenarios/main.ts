/** The composition root: the suite of experiments meets the lab and its command line. */
import { main } from "../harness/cli/main.ts";
import { machineFacts } from "../harness/cli/doctorFacts.ts";
import { suite } from "../harness/shop/lab.ts";
import { experiments } from "./experiments.ts";
import { flows } from "./grid/flows.ts";

const program = (name: string): URL => new URL(name, import.meta.url);
await main(suite(experiments, flows, { worker: program("worker.js"), child: program("child.js") }), machineFacts);
