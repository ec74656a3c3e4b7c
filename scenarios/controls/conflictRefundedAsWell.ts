/**
 * Late money waits for a person, and goes back all the same. The guard that is missing: while a conflict is open, nothing happens to
 * its money by itself.
 */
import type { Parts } from "../../src/parts.ts";

export const conflictRefundedAsWell: Partial<Parts> = {
  openConflict: async (shop, tx, order, cause) => {
    await shop.parts.insertConflict(shop, tx, order, cause);
    await shop.parts.startRefund(shop, tx, order, cause);
  },
};
