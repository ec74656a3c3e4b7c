/**
 * A success that arrives after the order has got its answer writes PAID all the same. The guards that are missing, all
 * three: the look at the order's state, the condition in the statement that writes, and the place that has to be
 * confirmed first.
 */
import { shippedParts, type Parts } from "../../src/parts.ts";

export const lateSuccessWritesPaid: Partial<Parts> = {
  applyCharged: async (shop, tx, order, cause) => {
    if (!["PAID", "REFUNDING", "REFUNDED"].includes(order.status)) {
      return shippedParts.applyCharged(shop, tx, order, cause);
    }
    const moved = await tx.query<{ version: number }>(
      `WITH moved AS (
         UPDATE orders SET status = 'PAID', version = version + 1, updated_at = db_now()
          WHERE order_id = $1 RETURNING order_id, version)
       INSERT INTO order_transition (order_id, from_status, to_status, version, cause, at)
       SELECT order_id, $2, 'PAID', version, $3, db_now() FROM moved RETURNING version`,
      [order.orderId, order.status, cause],
    );
    await shop.parts.writeEvent(shop, tx, order, "PAID", moved.rows[0]?.version ?? 0);
    return { effect: "PAID", status: "PAID" };
  },
};
