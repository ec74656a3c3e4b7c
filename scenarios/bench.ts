/** The entry of the bench: what is measured over the catalogue of guards is handed in. */
import { bench } from "../harness/bench/main.ts";
import { workloads } from "./workloads/workloads.ts";

// The reconciler is tried on books, and nothing of it runs under load.
await bench(workloads.filter(({ damaged }) => damaged !== true));
