/**
 * Whoever finds the order CREATED calls the channel at once. The guard that is missing: PAYING, committed before the
 * call, which only one caller can reach.
 */
import type { Parts } from "../../src/parts.ts";

export const chargedBeforePaying: Partial<Parts> = {
  beginPay: async (shop, orderId) =>
    shop.parts.transaction(shop, async (tx) => {
      const order = await shop.parts.lockOrder(shop, tx, orderId);
      if (order === undefined) return { outcome: "NO_SUCH_ORDER" };
      if (order.status !== "CREATED") return { outcome: "REJECTED", status: order.status };
      return { outcome: "PAYING", payment: order };
    }),
};
