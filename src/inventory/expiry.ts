/**
 * Ends holds past their deadline. It looks at reservations only and never at orders: a slow payment does not keep a
 * place from being sold, and whoever pays too late takes another place or gets the money back.
 */
import type { Tx } from "../database.ts";
import type { Context } from "../parts.ts";

export interface Swept {
  /** request_key of every hold released, in the order in which it was done. */
  readonly released: readonly string[];
}

/** One batch in one transaction. */
export async function sweep(shop: Context): Promise<Swept> {
  return shop.parts.transaction(shop, async (tx) => {
    const due = await shop.parts.claimDueHolds(shop, tx);
    const released: string[] = [];
    for (const requestKey of due) {
      if (await shop.parts.releaseHeld(shop, tx, requestKey)) released.push(requestKey);
    }
    return { released };
  });
}

/**
 * Locks holds past their deadline, passing over those that somebody else works on. They come by unit, so that the
 * balances are locked in unit order whoever sweeps. `(SELECT db_now())` is read once and before the locks: what was
 * overdue then is overdue for ever, since no deadline moves.
 */
export async function claimDueHolds(shop: Context, tx: Tx): Promise<readonly string[]> {
  const due = await tx.query<{ request_key: string; unit_id: string }>(
    `SELECT request_key, unit_id FROM reservation
      WHERE status = 'HELD' AND expires_at <= (SELECT db_now())
      ORDER BY unit_id, request_key LIMIT $1 FOR UPDATE SKIP LOCKED`,
    [shop.config.sweepBatch],
  );
  return due.rows.map((row) => row.request_key);
}
