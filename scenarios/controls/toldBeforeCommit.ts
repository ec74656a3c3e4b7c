/**
 * The consumer is told of a move before the move is committed. The guard that is missing: only what is committed is told, for
 * what is rolled back has never happened.
 */
import { shippedParts, type Parts } from "../../src/parts.ts";

export const toldBeforeCommit: Partial<Parts> = {
  writeEvent: async (shop, tx, order, reached, version) => {
    await shippedParts.writeEvent(shop, tx, order, reached, version);
    const written = await tx.query<{ event_id: string }>(
      "SELECT event_id FROM outbox WHERE order_id = $1 AND order_version = $2",
      [order.orderId, version],
    );
    const event_id = Number(written.rows[0]?.event_id);
    const event = { event_id, order_id: order.orderId, event_type: `ORDER_${reached}`, order_version: version };
    if (await shop.parts.deliverEvent(shop, event)) await shop.parts.markPublished(shop, tx, [event_id]);
  },
};
