/** The entry of the bench: what is measured over the catalogue of guards is handed in. */
import { bench } from "../harness/bench/main.ts";
import { workloads } from "./workloads/workloads.ts";

await bench(workloads);
