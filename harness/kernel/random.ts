/**
 * Random streams by label. Each stream is made from the seed and its label alone, so one more draw in one of them never
 * shifts another.
 */

import seedrandom from "seedrandom";

export type Stream = "schedule" | "faults" | "workload" | "crash" | `crash of ${string}`;

/** A number in [0, 1). */
export type Random = () => number;

export function randomStream(seed: number, stream: Stream): Random {
  const generator = seedrandom(`${seed}/${stream}`);
  return () => generator();
}

/** A whole number in [0, below). */
export function wholeBelow(random: Random, below: number): number {
  return Math.floor(random() * below);
}

/** The same elements in a random order (Fisher–Yates). */
export function shuffled<T>(random: Random, elements: readonly T[]): T[] {
  const out = [...elements];
  for (let i = out.length - 1; i > 0; i--) {
    const j = wholeBelow(random, i + 1);
    const swap = out[i] as T;
    out[i] = out[j] as T;
    out[j] = swap;
  }
  return out;
}
