/** Puts parts of a search together: whoever made them, in whatever order, the whole is the same. */

import { createHash } from "node:crypto";
import type { Searched } from "../verdict/exploration.ts";

export const nothingSearched: Searched = {
  ...{ schedules: 0, violated: 0, unknown: 0 },
  ...{ doubts: [], hashes: [], fired: {} },
};

/** Parts of a sample: the first violation is that of the run with the lowest number. */
export function joined(parts: readonly Searched[]): Searched {
  const sum = (of: (part: Searched) => number): number => parts.reduce((all, part) => all + of(part), 0);
  const [first] = parts.flatMap((part) => part.first ?? []).sort((a, b) => a.schedule - b.schedule);
  const kinds = [...new Set(parts.flatMap(({ fired }) => Object.keys(fired)))].sort();
  return {
    schedules: sum(({ schedules }) => schedules),
    violated: sum(({ violated }) => violated),
    ...(first === undefined ? {} : { first }),
    unknown: sum(({ unknown }) => unknown),
    doubts: parts.find(({ doubts }) => doubts.length > 0)?.doubts ?? [],
    hashes: parts.flatMap(({ hashes }) => hashes),
    fired: Object.fromEntries(kinds.map((kind) => [kind, sum(({ fired }) => fired[kind] ?? 0)])),
  };
}

/** How many of the runs differ from all others. */
export function distinct({ hashes }: Searched): number {
  return new Set(hashes).size;
}

/** SHA-256 over the hashes of all runs, in their own order, hex. */
export function hashOf({ hashes }: Searched): string {
  return createHash("sha256")
    .update([...hashes].sort().join("\n"))
    .digest("hex");
}

/** How often faults struck, all kinds together. */
export function struck({ fired }: Searched): number {
  return Object.values(fired).reduce((all, times) => all + times, 0);
}
