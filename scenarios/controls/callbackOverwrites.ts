/**
 * A callback that says CHARGED writes PAID: no look at the order's state, no condition in the UPDATE, no confirmed place.
 * The guards that are missing are one thing said three times: the order's present state decides what a notice may do.
 */
import type { Effect } from "../../src/order/settle.ts";
import { shippedParts, type Parts } from "../../src/parts.ts";

export const callbackOverwrites: Partial<Parts> = {
  takeNotice: async (shop, notice) => {
    if (notice.kind !== "CHARGED") return shippedParts.takeNotice(shop, notice);
    return shop.parts.transaction(shop, async (tx): Promise<Effect> => {
      await tx.query(
        `WITH moved AS (
           UPDATE orders SET status = 'PAID', version = version + 1 WHERE order_id = $1 RETURNING order_id, version)
         INSERT INTO order_transition (order_id, from_status, to_status, version, cause, at)
         SELECT order_id, NULL, 'PAID', version, $2, db_now() FROM moved`,
        [notice.merchant_order, `callback ${notice.notify_id}`],
      );
      await shop.parts.recordNotice(shop, tx, notice, "PAID");
      return "PAID";
    });
  },
};
