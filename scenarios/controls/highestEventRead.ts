/**
 * The relay goes on after the highest event that was published. The guard that is missing: it reads what is unpublished; an
 * event that was numbered earlier and committed later is skipped otherwise.
 */
import type { Parts } from "../../src/parts.ts";

export const highestEventRead: Partial<Parts> = {
  claimEvents: async (_shop, tx, limit) => {
    const claimed = await tx.query<{ event_id: string; order_id: string; event_type: string; order_version: number }>(
      `SELECT event_id, order_id, event_type, order_version FROM outbox
        WHERE event_id > (SELECT coalesce(max(event_id), 0) FROM outbox WHERE published_at IS NOT NULL)
        ORDER BY event_id LIMIT $1 FOR UPDATE SKIP LOCKED`,
      [limit],
    );
    return claimed.rows.map((row) => ({ ...row, event_id: Number(row.event_id) }));
  },
};
