/** The same trials, but two experiments and no sales: enough to see that hunting works. */
import { trialsOf } from "../../harness/mutants/trial.ts";
import { budget } from "./opening.ts";

export { openLab } from "./opening.ts";

export const trials = trialsOf({ ...budget, experiments: ["C29-01", "C29-12"], runs: [] });
