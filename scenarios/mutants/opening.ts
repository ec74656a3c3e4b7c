/** What mutants of the system are put through: every experiment that runs the shipped system, then sales by chance. */
import { defaultSeed, type Lab } from "../../harness/cli/lab.ts";
import { trialsOf, type Budget } from "../../harness/mutants/trial.ts";
import { suite } from "../../harness/shop/lab.ts";
import { experiments } from "../experiments.ts";
import { workloads } from "../workloads/workloads.ts";

const shipped = experiments.filter(({ wrong }) => wrong === undefined);

export const budget: Budget = {
  seed: defaultSeed,
  experiments: shipped.map(({ id }) => id),
  workload: "sale",
  // The smallest plans there are, then grown ones.
  runs: [1, 101, 111, 121, 131].map((from) => ({ from, runs: 10 })),
};

export const trials = trialsOf(budget);

/** @param reworded what a statement of the system is sent as; its own text unless said. */
export async function openLab(reworded?: (text: string) => string): Promise<Lab> {
  const material = { experiments: shipped, flows: [], pairs: [], workloads };
  return suite({ ...material, ...(reworded === undefined ? {} : { reworded }) }).openLab(
    { kind: "embedded", major: 18 },
    1,
  );
}
