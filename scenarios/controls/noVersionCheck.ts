/**
 * The consumer applies whatever event it has not seen before. The guard that is missing: an order's version only grows,
 * so an older event of the same order does nothing.
 */
import type { Parts } from "../../src/parts.ts";

export const noVersionCheck: Partial<Parts> = {
  applyEvent: async (_shop, tx, event) => {
    await tx.query(
      `INSERT INTO fulfillment (order_id, last_version, ship_count, updated_at) VALUES ($1, $2, 1, db_now())
       ON CONFLICT (order_id) DO UPDATE
          SET last_version = EXCLUDED.last_version, ship_count = fulfillment.ship_count + 1`,
      [event.order_id, event.order_version],
    );
    return true;
  },
};
