/**
 * Recovery looks after orders whose charge is unknown, and leaves refunds to whoever began them. The guard that is
 * missing: a REFUNDING order is unsettled too.
 */
import { shippedParts, type Parts } from "../../src/parts.ts";

export const refundsLeftAlone: Partial<Parts> = {
  findUnsettled: async (shop, staleMs, after) =>
    (await shippedParts.findUnsettled(shop, staleMs, after)).filter((order) => order.status !== "REFUNDING"),
};
