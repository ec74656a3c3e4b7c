/**
 * A notice is recorded and committed before its effect, and a copy of one that is recorded is passed over. The guard that is
 * missing: record and effect are one transaction, so that a notice without effect was never here.
 */
import { query } from "../../src/database.ts";
import { shippedParts, type Parts } from "../../src/parts.ts";

export const noticeBeforeEffect: Partial<Parts> = {
  takeNotice: async (shop, notice) => {
    const known = await query(shop.ports.database, "SELECT 1 FROM payment_notification WHERE notify_id = $1", [
      notice.notify_id,
    ]);
    if (known.rowCount > 0) return "DUPLICATE PAID";
    await shop.parts.transaction(shop, async (tx) => shippedParts.recordNotice(shop, tx, notice, "DUPLICATE PAID"));
    const apart = { ...shop.parts, recordNotice: async () => Promise.resolve() };
    return shippedParts.takeNotice({ ...shop, parts: apart }, notice);
  },
};
