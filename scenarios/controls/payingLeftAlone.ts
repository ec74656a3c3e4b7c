/**
 * Recovery leaves every PAYING order to whoever began to pay it. The guard that is missing: a PAYING order that nobody
 * has moved for a while belongs to nobody any more.
 */
import { shippedParts, type Parts } from "../../src/parts.ts";

export const payingLeftAlone: Partial<Parts> = {
  findUnsettled: async (shop, staleMs, after) =>
    (await shippedParts.findUnsettled(shop, staleMs, after)).filter((order) => order.status !== "PAYING"),
};
