/**
 * Ends holds past their deadline: the sweep every one, sooner or later; a delay task (`delayTask.ts`) its own, at once. Both release
 * by what is here. It looks at reservations only and never at orders: a slow payment does not keep a place from being sold, and
 * whoever pays too late takes another place or gets the money back.
 */
import type { Tx } from "../../database.ts";
import type { Context } from "../../parts.ts";
import type { By } from "../stock/reservation.ts";

export interface Swept {
  /** request_key of every hold released, in the order in which it was done. */
  readonly released: readonly string[];
}

/** The net below all other triggers: what they have missed is found here. One batch. */
export async function sweep(shop: Context): Promise<Swept> {
  return shop.parts.releaseDue(shop, { operator: "sweeper", reason: "its time was over" });
}

/** One batch in one transaction. @param only this hold, if it is due. */
export async function releaseDue(shop: Context, by: By, only?: string): Promise<Swept> {
  return shop.parts.transaction(shop, async (tx) => {
    const due = await shop.parts.claimDueHolds(shop, tx, only);
    if (due.length > 1) await lockUnits(tx, due);
    const released: string[] = [];
    for (const requestKey of due) {
      if (await shop.parts.releaseHeld(shop, tx, requestKey, by)) released.push(requestKey);
    }
    return { released };
  });
}

/**
 * Locks holds past their deadline, oldest first, passing over those that somebody else works on. `(SELECT db_now())` is read
 * once and before the locks: what was overdue then is overdue for ever, since no deadline moves. A hold from before its
 * unit's epoch was raised is nobody's to expire: it is settled when the books are reconciled.
 */
export async function claimDueHolds(shop: Context, tx: Tx, only?: string): Promise<readonly string[]> {
  const statement = only === undefined ? claimBatch : claimOne;
  const found = await tx.query<{ request_key: string }>(statement, [only ?? shop.config.sweepBatch]);
  return found.rows.map((row) => row.request_key);
}

const isDue = `status = 'HELD' AND expires_at <= (SELECT db_now())
        AND NOT EXISTS (SELECT FROM reservation_line l JOIN inventory_balance b USING (unit_id)
                         WHERE l.request_key = r.request_key AND l.epoch <> b.epoch)`;
const claimBatch = `SELECT request_key FROM reservation r
      WHERE ${isDue}
      ORDER BY expires_at, request_key LIMIT $1 FOR UPDATE OF r SKIP LOCKED`;
const claimOne = `SELECT request_key FROM reservation r
      WHERE request_key = $1 AND ${isDue} FOR UPDATE OF r SKIP LOCKED`;

/**
 * All units of several holds, in the order of their ids: hold by hold they would come in any order. The locks that they came out
 * of are locked before: the condition on their count is judged before the first unit is looked for.
 */
async function lockUnits(tx: Tx, requestKeys: readonly string[]): Promise<void> {
  await tx.query(
    `SELECT unit_id FROM inventory_balance
      WHERE unit_id IN (SELECT unit_id FROM reservation_line WHERE request_key = ANY ($1::text[]))
        AND (SELECT count(*) FROM (
               SELECT FROM stock_lock
                WHERE lock_id IN (SELECT lock_id FROM reservation_line WHERE request_key = ANY ($1::text[]))
                ORDER BY lock_id FOR UPDATE) AS locks) >= 0
      ORDER BY unit_id FOR UPDATE`,
    [requestKeys],
  );
}
