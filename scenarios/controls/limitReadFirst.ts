/**
 * How many places a user has is read before the stock is moved. The guard that is missing: it is counted under the balance's
 * lock, which lets no other hold of the unit in between.
 */
import { shippedParts, type Parts } from "../../src/parts.ts";
import { limitIgnored } from "./limitIgnored.ts";

export const limitReadFirst: Partial<Parts> = {
  ...limitIgnored,
  hold: async (shop, tx, request) => {
    const { userId, lines } = request;
    const [wanted] = lines;
    const had = await tx.query<{ pieces: number }>(
      `SELECT coalesce(sum(quantity), 0)::int AS pieces FROM reservation JOIN reservation_line USING (request_key)
        WHERE unit_id = $1 AND user_id = $2 AND status IN ('HELD', 'CONFIRMED')`,
      [wanted?.unitId, userId],
    );
    if ((had.rows[0]?.pieces ?? 0) + (wanted?.quantity ?? 0) > shop.config.perUserLimit) return "USER_LIMIT";
    return shippedParts.hold(shop, tx, request);
  },
};
