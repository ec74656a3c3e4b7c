/**
 * A relay carries events strictly one after the other, whatever unit they are of. The guard that is missing: only events of the same
 * unit wait for one that is not taken.
 */
import { query } from "../../src/database.ts";
import { shippedParts, type Parts } from "../../src/parts.ts";

export const eventsInOneLine: Partial<Parts> = {
  leaseEvents: async (shop, by, limit) => {
    const oldest = await query<{ ready: boolean }>(
      shop.ports.database,
      `SELECT status = 'PENDING' AND coalesce(next_attempt_at <= db_now(), true) AS ready
         FROM inventory_outbox WHERE status <> 'SENT' ORDER BY event_id LIMIT 1`,
    );
    return shippedParts.leaseEvents(shop, by, oldest.rows[0]?.ready === true ? limit : 0);
  },
};
