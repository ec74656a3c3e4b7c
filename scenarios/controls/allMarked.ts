/** The relay marks every event there is. The guard that is missing: only those that were delivered. */
import type { Parts } from "../../src/parts.ts";

export const allMarked: Partial<Parts> = {
  markPublished: async (_shop, tx) => {
    await tx.query("UPDATE outbox SET published_at = db_now() WHERE published_at IS NULL");
  },
};
