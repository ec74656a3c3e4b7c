/**
 * Recovery looks after refunds and stale payments, and takes UNKNOWN for an answer. The guard that is missing: an order
 * whose charge nobody knows about is unsettled until the channel has said.
 */
import { shippedParts, type Parts } from "../../src/parts.ts";

export const unknownLeftAlone: Partial<Parts> = {
  findUnsettled: async (shop, staleMs, after) =>
    (await shippedParts.findUnsettled(shop, staleMs, after)).filter((order) => order.status !== "UNKNOWN"),
};
