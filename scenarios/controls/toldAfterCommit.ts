/**
 * The order moves to PAID, the transaction commits, and then the consumer is told. The guard that is missing: the event is
 * written in the transaction of the move, and somebody else carries it for as long as it takes.
 */
import { shippedParts, type Parts } from "../../src/parts.ts";

export const toldAfterCommit: Partial<Parts> = {
  writeEvent: () => Promise.resolve(),
  settle: async (shop, orderId, answer, cause) => {
    const settled = await shippedParts.settle(shop, orderId, answer, cause);
    if (settled.effect === "PAID") {
      const event = { event_id: 1, order_id: orderId, event_type: "ORDER_PAID", order_version: 3 };
      await shop.parts.deliverEvent(shop, event);
    }
    return settled;
  },
};
