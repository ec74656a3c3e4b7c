/**
 * A hold is RELEASED and its piece goes nowhere. The guard that is missing: the movement of the stock in the
 * transaction that ends the hold.
 */
import type { Parts } from "../../src/parts.ts";

export const placeNotGivenBack: Partial<Parts> = {
  releaseHeld: async (_shop, tx, requestKey) => {
    const released = await tx.query(
      `UPDATE reservation SET status = 'RELEASED', updated_at = db_now() WHERE request_key = $1 AND status = 'HELD'`,
      [requestKey],
    );
    return released.rowCount === 1;
  },
};
