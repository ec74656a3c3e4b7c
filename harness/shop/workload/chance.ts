/** How likely something is in a plan, and to what it shrinks. */

import fc from "fast-check";
import type { FaultWord } from "./plan.ts";

/** What is drawn from a later choice shrinks to the first one. */
export const smaller = { withCrossShrink: true } as const;

export interface Chance<T> {
  readonly chance: number;
  readonly one: fc.Arbitrary<T>;
  /** What kind of fault it is, if it is one. */
  readonly word?: FaultWord;
}

/** Each of them or not, by its chance; it shrinks to none. */
export function someOf<T>(chances: readonly Chance<T>[]): fc.Arbitrary<readonly T[]> {
  const drawn = chances.map(({ chance, one }) => {
    const weight = Math.round(20 * chance);
    return fc.oneof(
      smaller,
      { weight: 20 - weight, arbitrary: fc.constant<readonly T[]>([]) },
      { weight, arbitrary: fc.tuple(one) },
    );
  });
  return fc.tuple(...drawn).map((lists) => lists.flat());
}

/** Mostly the usual, which is also what it shrinks to. */
export function oftener<T>(usual: T, other: fc.Arbitrary<T>, times = 3): fc.Arbitrary<T> {
  return fc.oneof(smaller, { weight: times, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });
}
