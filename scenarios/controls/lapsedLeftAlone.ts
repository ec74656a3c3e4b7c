/**
 * Recovery leaves orders alone whose hold is over and which nobody has begun to pay. The guard that is missing: they are to
 * be CANCELLED, and that is to be told.
 */
import type { Parts } from "../../src/parts.ts";

export const lapsedLeftAlone: Partial<Parts> = {
  findLapsed: () => Promise.resolve([]),
};
