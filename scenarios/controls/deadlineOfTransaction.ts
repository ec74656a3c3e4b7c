/**
 * A hold's deadline is compared with the time at which its transaction began. The guard that is missing: the clock is read when
 * the lock is held, for there may be a wait before it.
 */
import type { Tx } from "../../src/database.ts";
import { shippedParts, type Parts } from "../../src/parts.ts";

/** When each transaction that is open began. */
const began = new WeakMap<Tx, string>();

export const deadlineOfTransaction: Partial<Parts> = {
  transaction: async (shop, body) =>
    shippedParts.transaction(shop, async (tx) => {
      const now = await tx.query<{ at: string }>("SELECT db_now()::text AS at");
      began.set(tx, now.rows[0]?.at ?? "");
      return body(tx);
    }),
  confirmInTime: async (shop, tx, requestKey) => {
    const inTime = await tx.query(
      "SELECT 1 FROM reservation WHERE request_key = $1 AND expires_at > $2::timestamptz FOR UPDATE",
      [requestKey, began.get(tx)],
    );
    return inTime.rowCount === 1 && (await shop.parts.confirmHeld(shop, tx, requestKey));
  },
};
