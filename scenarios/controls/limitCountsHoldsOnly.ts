/**
 * A user's limit counts the places that are held and forgets those that are paid. The guard that is missing: a
 * CONFIRMED place is a place too.
 */
import { shippedParts, type Parts } from "../../src/parts.ts";

export const limitCountsHoldsOnly: Partial<Parts> = {
  insertWithinLimit: async (shop, tx, request) => {
    const { userId, lines } = request;
    const [wanted] = lines;
    const had = await tx.query<{ pieces: number }>(
      `SELECT coalesce(sum(quantity), 0)::int AS pieces FROM reservation JOIN reservation_line USING (request_key)
        WHERE unit_id = $1 AND user_id = $2 AND status = 'HELD'`,
      [wanted?.unitId, userId],
    );
    if ((had.rows[0]?.pieces ?? 0) + (wanted?.quantity ?? 0) > shop.config.perUserLimit) return false;
    const unlimited = { ...shop, config: { ...shop.config, perUserLimit: 1_000 } };
    return shippedParts.insertWithinLimit(unlimited, tx, request);
  },
};
