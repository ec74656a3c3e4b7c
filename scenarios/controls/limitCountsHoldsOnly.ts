/**
 * A user's limit counts the places that are held and forgets those that are paid. The guard that is missing: a
 * CONFIRMED place is a place too.
 */
import type { Parts } from "../../src/parts.ts";

export const limitCountsHoldsOnly: Partial<Parts> = {
  insertWithinLimit: async (shop, tx, { requestKey, unitId, userId, quantity }) => {
    const inserted = await tx.query(
      `INSERT INTO reservation (request_key, unit_id, user_id, quantity, status, created_at, expires_at, updated_at)
       SELECT $1, $2, $3, $4::int, 'HELD', at, at + $5::int * interval '1 millisecond', at
         FROM (SELECT db_now() AS at) AS clock
        WHERE $4::int + (SELECT coalesce(sum(quantity), 0) FROM reservation
                          WHERE unit_id = $2 AND user_id = $3 AND status = 'HELD') <= $6::int`,
      [requestKey, unitId, userId, quantity, shop.config.holdMs, shop.config.perUserLimit],
    );
    return inserted.rowCount === 1;
  },
};
