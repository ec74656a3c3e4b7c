/** The end of holds that were kept before their unit's epoch was raised. */
import type { Tx } from "../../database.ts";
import type { Context } from "../../parts.ts";
import { moveHeldStock, type Movement } from "./balance.ts";
import { backWhereItCameFrom } from "./setAside.ts";

/**
 * Ends a hold of an older epoch, or keeps it in the present one; either is written down of each of its units. False, and nothing
 * has changed, when it is not HELD or of no older epoch. The reservation's row decides between several that settle it.
 */
export async function settleOutdated(
  shop: Context,
  tx: Tx,
  requestKey: string,
  to: "RELEASED" | "KEPT",
  by: Pick<Movement, "operation" | "operator" | "reason">,
): Promise<boolean> {
  const settled = await tx.query<{ unit_id: string; quantity: number; lock_id: string | null }>(settle, [
    requestKey,
    to,
  ]);
  if (settled.rowCount === 0) return false;
  const changes =
    to === "KEPT"
      ? settled.rows.map(({ unit_id }) => ({ unit_id }))
      : await backWhereItCameFrom(tx, "held", settled.rows);
  await moveHeldStock(shop, tx, { ...by, kind: "SETTLE", requestKey, changes });
  if (to === "KEPT") await tx.query(keep, [requestKey]);
  return true;
}

const settle = `WITH settled AS (
    UPDATE reservation SET status = CASE $2 WHEN 'KEPT' THEN 'HELD' ELSE 'RELEASED' END, updated_at = db_now()
     WHERE request_key = $1 AND status = 'HELD'
       AND EXISTS (SELECT FROM reservation_line l JOIN inventory_balance b USING (unit_id)
                    WHERE l.request_key = $1 AND l.epoch <> b.epoch)
    RETURNING request_key)
  SELECT unit_id, quantity, lock_id FROM settled JOIN reservation_line USING (request_key) ORDER BY unit_id`;

/** The balances are locked by now, so no epoch is raised in between. */
const keep = `UPDATE reservation_line l SET epoch = b.epoch
    FROM inventory_balance b WHERE l.request_key = $1 AND b.unit_id = l.unit_id`;
