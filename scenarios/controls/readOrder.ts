/** An order as it is now, without a lock: what several wrong parts go by. */
import type { Tx } from "../../src/database.ts";
import type { Order } from "../../src/order/order.ts";

export async function readOrder(tx: Tx, orderId: string): Promise<Order | undefined> {
  const read = await tx.query<Order & Record<string, unknown>>(
    `SELECT order_id AS "orderId", status, version, user_id AS "userId", sku, amount::int,
              currency, payment_object AS "paymentObject",
              reservation_key AS "reservationKey", reserve_attempt AS "reserveAttempt"
         FROM orders WHERE order_id = $1`,
    [orderId],
  );
  return read.rows[0];
}
