/**
 * An order whose hold was lost gets its place back without asking whether there is one: the old reservation is confirmed
 * as it is. The guard that is missing: a lost hold is lost, and a new one takes stock under the same condition as any.
 */
import type { Parts } from "../../src/parts.ts";

export const reholdWithoutCondition: Partial<Parts> = {
  rehold: async (_shop, tx, order) => {
    const key = order.reservationKey;
    await tx.query("UPDATE reservation SET status = 'CONFIRMED' WHERE request_key = $1", [key]);
    return { outcome: "HELD", requestKey: key };
  },
};
