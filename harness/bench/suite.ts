/** What a suite of the bench is: work that is timed beside the same work without the lab. */

/** One way to do the work. `run` does it once, whole, its reset included. */
export interface Way {
  readonly name: string;
  run(nth: number): Promise<void>;
  /** Decisions that one run takes, mean; absent without the lab. */
  readonly steps?: () => number;
}

export interface Suite {
  readonly title: string;
  /** The first is what the others are compared with. */
  readonly ways: readonly Way[];
  /** Where a run in the lab spends itself: times and counts, means over all runs. */
  readonly share: () => readonly (readonly [what: string, amount: number])[];
  close(): Promise<void>;
}

export interface Timing {
  readonly name: string;
  /** Of one run, median over the rounds. */
  readonly microseconds: number;
  /** To the first way of the same round, median over the rounds: other work on the machine slows both alike. */
  readonly ratio: number;
}

/** Times all ways in turns of `runs` runs each, so that they meet the same machine. */
export async function time(ways: readonly Way[], rounds: number, runs: number): Promise<readonly Timing[]> {
  let nth = 0;
  const turn = async (way: Way): Promise<number> => {
    const startedAt = performance.now();
    for (let i = 0; i < runs; i++) await way.run(nth++);
    return ((performance.now() - startedAt) * 1000) / runs;
  };
  for (const way of ways) await turn(way);
  const took = ways.map((): number[] => []);
  for (let round = 0; round < rounds; round++) for (const [i, way] of ways.entries()) took[i]?.push(await turn(way));
  return ways.map(({ name }, i) => {
    const mine = took[i] ?? [];
    return {
      name,
      microseconds: median(mine),
      ratio: median(mine.map((one, round) => one / (took[0]?.[round] ?? one))),
    };
  });
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
