/** What the tests do with every experiment: run it under further seeds, twice. */

import type { LabDatabase } from "../harness/postgres/lab.ts";
import type { Experiment } from "../harness/shop/experiment.ts";
import { runExperiment } from "../harness/shop/run.ts";

/** Ten for those of C29, fewer for our own: the build sweeps all of them. */
function furtherSeeds({ id }: Experiment): readonly number[] {
  return Array.from({ length: id.startsWith("C29") ? 10 : 3 }, (_, i) => 101 + i);
}

export interface Further {
  /** What did not hold, one sentence for each seed that gave trouble. */
  readonly troubles: readonly string[];
  /** The traces of the first round and of the second, which have to be the same. */
  readonly traces: readonly [readonly string[], readonly string[]];
}

/** Without the controls: a wrong part need not do harm under every seed. */
export async function underFurtherSeeds(lab: LabDatabase, experiment: Experiment): Promise<Further> {
  const troubles: string[] = [];
  const round = async (): Promise<readonly string[]> => {
    const traces: string[] = [];
    for (const seed of furtherSeeds(experiment)) {
      const result = await runExperiment(lab, experiment, { seed, keepSource: false, controls: false });
      traces.push(result.trace.sha256);
      if (result.verdict === "holds") continue;
      const found = result.findings
        .filter(({ verdict }) => verdict !== "holds")
        .map(({ verdict, says, about }) => `${verdict}: ${says}: ${about.join("; ")}`);
      troubles.push([`${experiment.id} --seed ${seed}`, ...found, ...result.warnings].join("\n"));
    }
    return traces;
  };
  return { traces: [await round(), await round()], troubles };
}
