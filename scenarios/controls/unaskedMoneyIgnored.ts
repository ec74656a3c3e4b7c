/**
 * A success for an order that nobody has begun to pay is taken for a mistake. The guard that is missing: the channel
 * has the money, whoever asked for it.
 */
import { shippedParts, type Parts } from "../../src/parts.ts";

export const unaskedMoneyIgnored: Partial<Parts> = {
  applyCharged: async (shop, tx, order, cause) =>
    order.status === "CREATED"
      ? { effect: "IGNORED CREATED", status: "CREATED" }
      : shippedParts.applyCharged(shop, tx, order, cause),
};
