/**
 * A request key is looked up, and the order is inserted when it is not there yet. The guard that is missing: one statement
 * that inserts or finds the key taken, so that of two requests at once the second is answered with the first's order.
 */
import type { Parts } from "../../src/parts.ts";

export const keyReadFirst: Partial<Parts> = {
  insertOrder: async (_shop, tx, request) => {
    const { requestKey, userId, sku, amount, currency } = request;
    const found = await tx.query("SELECT order_id FROM orders WHERE request_key = $1", [requestKey]);
    if (found.rowCount > 0) return undefined;
    const inserted = await tx.query<{ order_id: string }>(
      `WITH placed AS (
         INSERT INTO orders (order_id, request_key, user_id, sku, amount, currency, payment_object, status,
                             version, reservation_key, reserve_attempt, created_at, updated_at)
         SELECT id, $1, $2, $3, $4, $5, 'pay-' || id, 'CREATED', 1, id || '/r1', 1, at, at
           FROM (SELECT next_order_id() AS id, db_now() AS at) AS new
         RETURNING order_id, version, created_at)
       INSERT INTO order_transition (order_id, from_status, to_status, version, cause, at)
       SELECT order_id, NULL, 'CREATED', version, 'create', created_at FROM placed RETURNING order_id`,
      [requestKey, userId, sku, amount, currency],
    );
    return inserted.rows[0]?.order_id;
  },
};
