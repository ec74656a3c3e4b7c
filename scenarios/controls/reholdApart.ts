/**
 * A place is taken again in a transaction of its own. The guard that is missing: it is one transaction with the move to
 * PAID, or one of the two may happen alone.
 */
import { shippedParts, type Parts } from "../../src/parts.ts";

export const reholdApart: Partial<Parts> = {
  rehold: async (shop, _tx, order) =>
    shop.parts.transaction(shop, async (own) => shippedParts.rehold(shop, own, order)),
};
