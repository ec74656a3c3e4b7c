/**
 * The sweeper releases whatever is past its deadline, paid or not. The guard that is missing: the condition on the
 * reservation's state, here and where it is released.
 */
import type { Parts } from "../../src/parts.ts";

export const sweepsPaid: Partial<Parts> = {
  sweep: async (shop) =>
    shop.parts.transaction(shop, async (tx) => {
      const due = await tx.query<{ request_key: string; unit_id: string; status: string }>(
        `SELECT request_key, unit_id, status FROM reservation r JOIN reservation_line USING (request_key)
          WHERE status <> 'RELEASED' AND expires_at <= (SELECT db_now()) ORDER BY unit_id, request_key FOR UPDATE OF r`,
      );
      for (const { request_key, unit_id, status } of due.rows) {
        await tx.query("UPDATE reservation SET status = 'RELEASED' WHERE request_key = $1", [request_key]);
        const deltas = status === "HELD" ? { held: -1, available: 1 } : { sold: -1, available: 1 };
        await shop.parts.moveStock(shop, tx, {
          operation: `release ${request_key}`,
          kind: "RELEASE",
          requestKey: request_key,
          operator: "sweeper",
          reason: "its time was over",
          changes: [{ unit_id, ...deltas }],
        });
      }
      return { released: due.rows.map((row) => row.request_key) };
    }),
};
