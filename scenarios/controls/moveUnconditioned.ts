/**
 * A move is written whatever the order's state is by now. The guard that is missing: the condition on the status in the
 * statement that writes. The row's lock is left, and whoever writes holds it.
 */
import { isTerminal } from "../../src/order/machine.ts";
import type { Parts } from "../../src/parts.ts";

export const moveUnconditioned: Partial<Parts> = {
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
