/**
 * The notice of a refund ends it as its reply does, and whoever waits for the reply takes an order that is REFUNDED
 * already for an error. The guard that is missing: the look at whether somebody else has ended it first.
 */
import { shippedParts, type Context, type Parts } from "../../src/parts.ts";

type Tx = Parameters<Parts["applyAnswer"]>[1];
type Order = Parameters<Parts["transition"]>[2];

const end = async (shop: Context, tx: Tx, order: Order, cause: string): Promise<void> => {
  await tx.query("UPDATE refund SET status = 'succeeded' WHERE order_id = $1", [order.orderId]);
  await shop.parts.transition(shop, tx, order, "REFUNDED", cause);
};

export const refundReplyInsists: Partial<Parts> = {
  applyAnswer: async (shop, tx, orderId, answer, cause) => {
    const order = await shop.parts.lockOrder(shop, tx, orderId);
    if (answer.state !== "REFUNDED" || order?.status !== "REFUNDING") {
      return shippedParts.applyAnswer(shop, tx, orderId, answer, cause);
    }
    await end(shop, tx, order, cause);
    return { effect: "DUPLICATE REFUNDED", status: "REFUNDED" };
  },
  finishRefund: async (shop, { orderId }) =>
    shop.parts.transaction(shop, async (tx) => {
      const order = await shop.parts.lockOrder(shop, tx, orderId);
      if (order?.status !== "REFUNDING") throw new Error(`${orderId} is not being refunded`);
      await end(shop, tx, order, "refund reply");
      return "REFUNDED" as const;
    }),
};
