/**
 * An order is judged by what it was when somebody read it, and written as if it still were. The two guards that are
 * missing, either of which would be enough: the row's lock between reading and writing, and the condition on the status
 * in the statement that writes.
 */
import { isTerminal } from "../../src/order/machine.ts";
import type { Order } from "../../src/order/order.ts";
import type { Parts } from "../../src/parts.ts";

export const readThenWrite: Partial<Parts> = {
  lockOrder: async (_shop, tx, orderId) => {
    const read = await tx.query<Order & Record<string, unknown>>(
      `SELECT order_id AS "orderId", status, version, user_id AS "userId", sku, amount::int,
              reservation_key AS "reservationKey", reserve_attempt AS "reserveAttempt"
         FROM orders WHERE order_id = $1`,
      [orderId],
    );
    return read.rows[0];
  },
  transition: async (shop, tx, order, to, cause) => {
    const moved = await tx.query<{ version: number }>(
      `WITH moved AS (
         UPDATE orders SET status = $3, version = version + 1, updated_at = db_now()
          WHERE order_id = $1 RETURNING order_id, version)
       INSERT INTO order_transition (order_id, from_status, to_status, version, cause, at)
       SELECT order_id, $2, $3, version, $4, db_now() FROM moved RETURNING version`,
      [order.orderId, order.status, to, cause],
    );
    if (isTerminal(to)) await shop.parts.writeEvent(shop, tx, order, to, moved.rows[0]?.version ?? 0);
  },
};
