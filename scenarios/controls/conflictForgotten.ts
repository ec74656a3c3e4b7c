/**
 * Late money waits for a person, and nobody writes down that it does. The guard that is missing: the conflict's row, in the
 * transaction that has found no place for the money.
 */
import type { Parts } from "../../src/parts.ts";

export const conflictForgotten: Partial<Parts> = {
  insertConflict: () => Promise.resolve(),
};
