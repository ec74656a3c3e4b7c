/** The composition root: the suite of experiments meets the lab and its command line. */
import { main } from "../harness/cli/main.ts";
import { machineFacts } from "../harness/cli/doctorFacts.ts";
import { suite } from "../harness/shop/lab.ts";
import { experiments } from "./experiments.ts";

const program = (name: string): URL => new URL(name, import.meta.url);
await main(suite(experiments, { worker: program("worker.js"), child: program("child.js") }), machineFacts);
