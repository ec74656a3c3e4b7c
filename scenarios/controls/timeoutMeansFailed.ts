/**
 * Whoever gets no answer takes it for a failure: the order becomes FAILED and its place is given back, although the
 * money may have moved. The guard that is missing: "no answer means unknown".
 */
import type { Parts } from "../../src/parts.ts";

export const timeoutMeansFailed: Partial<Parts> = {
  noAnswer: async (shop, orderId, cause) =>
    shop.parts.transaction(shop, async (tx) => {
      const order = await shop.parts.lockOrder(shop, tx, orderId);
      if (order === undefined) throw new Error(`${orderId} is gone`);
      if (order.status !== "PAYING") return order.status;
      await shop.parts.releaseHeld(shop, tx, order.reservationKey);
      await shop.parts.transition(shop, tx, order, "FAILED", cause);
      return "FAILED";
    }),
};
