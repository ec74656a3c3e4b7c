/**
 * Whatever the channel answers to a refund ends it well. The guard that is missing: only REFUNDED is a refund, and a
 * refusal leaves the money where it is.
 */
import type { Parts } from "../../src/parts.ts";

export const refusalMeansRefunded: Partial<Parts> = {
  failRefund: async (shop, task) => shop.parts.finishRefund(shop, task),
};
