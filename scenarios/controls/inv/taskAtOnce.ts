/** A delay task does not wait. The guard that is missing: the deadline, by which it waits and by which its hold is claimed. */
import { shippedParts, type Parts } from "../../../src/parts.ts";

export const taskAtOnce: Partial<Parts> = {
  timeLeft: () => Promise.resolve(0),
  claimDueHolds: async (shop, tx, only) => {
    if (only === undefined) return shippedParts.claimDueHolds(shop, tx);
    const held = await tx.query<{ request_key: string }>(
      "SELECT request_key FROM reservation WHERE request_key = $1 AND status = 'HELD' FOR UPDATE SKIP LOCKED",
      [only],
    );
    return held.rows.map((row) => row.request_key);
  },
};
