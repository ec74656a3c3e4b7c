/** The sweeper takes every hold for overdue. The guard that is missing: the deadline in its condition. */
import type { Parts } from "../../src/parts.ts";

export const sweepsEarly: Partial<Parts> = {
  claimDueHolds: async (_shop, tx) => {
    const due = await tx.query<{ request_key: string }>(
      `SELECT request_key FROM reservation WHERE status = 'HELD' ORDER BY request_key FOR UPDATE SKIP LOCKED`,
    );
    return due.rows.map((row) => row.request_key);
  },
};
