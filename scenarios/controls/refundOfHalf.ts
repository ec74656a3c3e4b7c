/** Half of the money goes back. The guard that is missing: a refund is of the whole amount. */
import { shippedParts, type Parts } from "../../src/parts.ts";

export const refundOfHalf: Partial<Parts> = {
  insertRefund: async (shop, tx, order, refundKey) =>
    shippedParts.insertRefund(shop, tx, { ...order, amount: Math.floor(order.amount / 2) }, refundKey),
};
