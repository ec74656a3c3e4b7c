/** The entry of a worker process: the same suite, run for a lab that has several of them. */
import { work } from "../harness/cli/worker.ts";
import { suite } from "../harness/shop/lab.ts";
import { experiments } from "./experiments.ts";
import { flows } from "./grid/flows.ts";
import { pairs } from "./pairs/pairs.ts";
import { stories } from "./stories.ts";
import { workloads } from "./workloads/workloads.ts";

work(suite({ experiments, flows, pairs, workloads, stories }, { child: new URL("child.js", import.meta.url) }));
