/** The composition root: the suite of experiments meets the lab and its command line. */
import { main } from "../harness/cli/main.ts";
import { machineFacts } from "../harness/cli/doctorFacts.ts";
import { suite } from "../harness/shop/lab.ts";
import { experiments } from "./experiments.ts";

await main(suite(experiments, new URL("worker.js", import.meta.url)), machineFacts);
