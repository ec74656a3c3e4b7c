/**
 * A delay task takes its hold for one that nobody has ended otherwise, and gives its pieces back from wherever they are. The guard
 * that is missing: the condition on HELD, where it is claimed and where it is released.
 */
import type { Parts } from "../../../src/parts.ts";

export const taskUnconditioned: Partial<Parts> = {
  expire: async (shop, requestKey) => {
    const leftMs = await shop.parts.timeLeft(shop, requestKey);
    if (leftMs === undefined) return "OVER";
    await shop.ports.clock.sleep(leftMs);
    return shop.parts.transaction(shop, async (tx) => {
      const kept = await tx.query<{ unit_id: string; quantity: number; status: string }>(
        `SELECT unit_id, quantity, status FROM reservation r JOIN reservation_line USING (request_key)
          WHERE request_key = $1 AND status <> 'RELEASED' ORDER BY unit_id FOR UPDATE OF r`,
        [requestKey],
      );
      if (kept.rowCount === 0) return "OVER";
      await tx.query("UPDATE reservation SET status = $2, updated_at = db_now() WHERE request_key = $1", [
        requestKey,
        "RELEASED",
      ]);
      const changes = kept.rows.map(({ unit_id, quantity, status }) => {
        return { unit_id, [status === "HELD" ? "held" : "sold"]: -quantity, available: quantity };
      });
      const by = { operator: "expiry", reason: "its time was over" };
      await shop.parts.moveStock(shop, tx, {
        ...{ operation: `release ${requestKey}`, kind: "RELEASE", requestKey, changes },
        ...by,
      });
      return "RELEASED";
    });
  },
};
