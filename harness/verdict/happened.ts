/**
 * What happened in runs, counted: faults, moments, moves, labels. Plain data, so that the parts of a whole add up to the same
 * whoever made them, in whatever order.
 */

/** How often, by family and name: `{ moves: { "CREATED->PAYING": 3 } }`. A name that is counted 0 times was looked for. */
export type Seen = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** What can happen at all, by family. */
export type Catalogue = Readonly<Record<string, readonly string[]>>;

/** In runs of the shipped system, and apart from them in those with a deliberately wrong part. */
export interface Happened {
  readonly shipped: Seen;
  readonly wrong: Seen;
}

export const nothingHappened: Happened = { shipped: {}, wrong: {} };

/** Families and names come out sorted, so that the order of the parts does not show. */
export function addSeen(parts: readonly Seen[]): Seen {
  const sums = new Map<string, Map<string, number>>();
  for (const part of parts) {
    for (const [family, counts] of Object.entries(part)) {
      const sum = sums.get(family) ?? new Map<string, number>();
      sums.set(family, sum);
      for (const [name, times] of Object.entries(counts)) sum.set(name, (sum.get(name) ?? 0) + times);
    }
  }
  const sorted = <T>(map: ReadonlyMap<string, T>): readonly (readonly [string, T])[] =>
    [...map].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted(sums).map(([family, sum]) => [family, Object.fromEntries(sorted(sum))]));
}

export function addHappened(parts: readonly Happened[]): Happened {
  return {
    shipped: addSeen(parts.map(({ shipped }) => shipped)),
    wrong: addSeen(parts.map(({ wrong }) => wrong)),
  };
}

/** One thing that can happen, and how often it did. */
export interface Times {
  readonly name: string;
  /** In runs of the shipped system. */
  readonly times: number;
  /** In runs with a deliberately wrong part. */
  readonly withWrongPart: number;
}

/** Family by family, everything that can happen, and whatever did besides. */
export function timesOf(
  { shipped, wrong }: Happened,
  catalogue: Catalogue,
): Readonly<Record<string, readonly Times[]>> {
  const families = [...new Set([catalogue, shipped, wrong].flatMap((of) => Object.keys(of)))];
  const namesOf = (family: string): readonly string[] => [
    ...(catalogue[family] ?? []),
    ...[shipped, wrong].flatMap((seen) => Object.keys(seen[family] ?? {})),
  ];
  return Object.fromEntries(
    families.map((family) => [
      family,
      [...new Set(namesOf(family))].map((name) => ({
        name,
        times: shipped[family]?.[name] ?? 0,
        withWrongPart: wrong[family]?.[name] ?? 0,
      })),
    ]),
  );
}
