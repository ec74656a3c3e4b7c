/**
 * What a system is put through until something notices that it is wrong: the numbered experiments, then runs of a workload by
 * chance, always the same and in the same order. The budget of a mutant is all of it.
 */

import type { Lab } from "../cli/lab.ts";
import { samplingWays, type Exploration, type Sampling } from "../verdict/exploration.ts";

/** How it was noticed: a claim broke, something could not be told any more, or the lab could not go on. */
export interface Noticed {
  readonly how: "breaks" | "unknown" | "stopped";
  /** What did not hold, or why nothing is known. */
  readonly says: string;
}

export interface Trial {
  readonly name: string;
  /** Undefined: nothing was noticed, everything is as it is in the shipped system. Never rejects. */
  readonly run: (lab: Lab) => Promise<Noticed | undefined>;
}

export interface Budget {
  readonly seed: number;
  /** Those that run the shipped system, by id. */
  readonly experiments: readonly string[];
  readonly workload: string;
  /** Runs of the workload that each strategy makes: a trial each. */
  readonly runs: readonly Block[];
}

/** So many runs, from the one of that number on. */
export type Block = Pick<Sampling, "from" | "runs">;

export function trialsOf({ seed, experiments, workload, runs }: Budget): readonly Trial[] {
  return [
    ...experiments.map((id) => experimentTrial(id, seed)),
    ...runs.flatMap((block) => samplingWays.map((way) => sampleTrial(workload, seed, { ...way, ...block }))),
  ];
}

/** `1 to 10` */
export function shownBlock({ from, runs }: Block): string {
  return `${from} to ${from + runs - 1}`;
}

function experimentTrial(id: string, seed: number): Trial {
  return trial(id, async (lab) => {
    const { verdict, findings } = await lab.run(id, { seed, keepSource: false, controls: false, played: true });
    if (verdict === "holds") return undefined;
    const amiss = findings.find((finding) => finding.verdict === verdict);
    return { how: verdict, says: [amiss?.says ?? id, ...(amiss?.about ?? []).slice(0, 1)].join(": ") };
  });
}

function sampleTrial(workload: string, seed: number, manner: Sampling): Trial {
  return trial(`${workload}, ${manner.strategy} ${shownBlock(manner)}`, async (lab) => {
    if (lab.explore === undefined) throw new Error("this suite has nothing to explore");
    return amissIn(await lab.explore(workload, { seed, manner }));
  });
}

function amissIn({ first, unknown, doubts }: Exploration): Noticed | undefined {
  if (first !== undefined) return { how: "breaks", says: first.about[0] ?? "" };
  return unknown === 0 ? undefined : { how: "unknown", says: doubts[0] ?? "" };
}

/** What the lab cannot carry out although it does with the shipped system is noticed as well. */
function trial(name: string, body: (lab: Lab) => Promise<Noticed | undefined>): Trial {
  return {
    name,
    run: async (lab) => {
      try {
        return await body(lab);
      } catch (error) {
        return { how: "stopped", says: error instanceof Error ? error.message : String(error) };
      }
    },
  };
}
