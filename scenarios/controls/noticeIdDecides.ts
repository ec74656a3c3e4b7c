/**
 * A notice whose id was seen before is passed over, and one with a new id counts, whatever the order is by then. The guard that is
 * missing: the order's state decides, for the same effect may be told under two ids.
 */
import { query } from "../../src/database.ts";
import { shippedParts, type Parts } from "../../src/parts.ts";
import { lateSuccessWritesPaid } from "./lateSuccessWritesPaid.ts";

export const noticeIdDecides: Partial<Parts> = {
  ...lateSuccessWritesPaid,
  takeNotice: async (shop, notice) => {
    const known = await query(shop.ports.database, "SELECT 1 FROM payment_notification WHERE notify_id = $1", [
      notice.notify_id,
    ]);
    return known.rowCount > 0 ? "DUPLICATE PAID" : shippedParts.takeNotice(shop, notice);
  },
};
