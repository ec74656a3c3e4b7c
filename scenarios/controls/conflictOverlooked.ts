/**
 * Whoever hears again of money that waits for a person treats it as if it had just come: by the policy that the sale has by now, or
 * by what the channel says by now. The guard that is missing: the look at the order's conflict, which stays what it is until a
 * person decides.
 */
import type { Parts } from "../../src/parts.ts";

export const conflictOverlooked: Partial<Parts> = {
  isInConflict: () => Promise.resolve(false),
};
