/**
 * Makes a failing schedule smaller: departures are taken away, half of them at a time, then a quarter, and so on to single
 * ones (A. Zeller, R. Hildebrandt: Simplifying and isolating failure-inducing input, 2002). What is left fails, and without
 * any one of its departures it does not.
 */

import type { Departure } from "./departures.ts";

/** @param fails runs the schedule and tells whether it fails in the same way. It is not asked about the whole list. */
export async function shrink(
  departures: readonly Departure[],
  fails: (fewer: readonly Departure[]) => Promise<boolean>,
): Promise<readonly Departure[]> {
  let left = departures;
  let size = Math.ceil(left.length / 2);
  while (left.length > 0) {
    const fewer = await firstFailing(without(left, size), fails);
    if (fewer !== undefined) {
      left = fewer;
      size = Math.min(size, Math.max(1, Math.ceil(left.length / 2)));
    } else if (size === 1) return left;
    else size = Math.ceil(size / 2);
  }
  return left;
}

/** The list without one part of that size, for each such part; later ones first, which changes less of the run. */
function without(list: readonly Departure[], size: number): readonly (readonly Departure[])[] {
  const parts = Array.from({ length: Math.ceil(list.length / size) }, (_, nth) => nth * size);
  return parts.reverse().map((from) => [...list.slice(0, from), ...list.slice(from + size)]);
}

async function firstFailing(
  lists: readonly (readonly Departure[])[],
  fails: (list: readonly Departure[]) => Promise<boolean>,
): Promise<readonly Departure[] | undefined> {
  for (const list of lists) if (await fails(list)) return list;
  return undefined;
}
