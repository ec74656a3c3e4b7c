/**
 * Recovery takes up every PAYING order at once. The guard that is missing: the threshold below which an order is still
 * its caller's work.
 */
import { shippedParts, type Parts } from "../../src/parts.ts";

export const payingNeverYoung: Partial<Parts> = {
  findUnsettled: async (shop, _staleMs, after) => shippedParts.findUnsettled(shop, 0, after),
};
