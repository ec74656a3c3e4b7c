/** What a rule is, and what it says of books that do not agree. */
import type { Books } from "../books.ts";

/** One line of a report: who, under which label, and the sentence after the word "mismatch". */
export interface Mismatch {
  /** An order's id, a unit's, a reservation's key, or GLOBAL. */
  readonly about: string;
  readonly label: string;
  readonly text: string;
}

/**
 * Whether a rule holds of books that were read while the system works. What one transaction writes together is in the
 * same snapshot or not at all, and the statement comes after it: so a rule is exact `always`, unless it looks at what is
 * written one after another, or at money that may move after the snapshot.
 */
export type Exact = "always" | "at rest";

export interface Rule {
  /** Every label that it may give. */
  readonly labels: readonly string[];
  readonly exact: Exact;
  readonly find: (books: Books) => readonly Mismatch[];
}

/** @param detail what follows the label. */
export function found(about: string, label: string, detail: string): Mismatch {
  return { about, label, text: `${about} ${label} ${detail}` };
}

export function groupBy<T>(things: readonly T[], keyOf: (thing: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const thing of things) {
    const group = groups.get(keyOf(thing));
    if (group === undefined) groups.set(keyOf(thing), [thing]);
    else group.push(thing);
  }
  return groups;
}
