/**
 * Each attempt to refund makes a key of its own. The guard that is missing: a refund keeps its key until the channel
 * has refused it for good, so that asking again is the same refund.
 */
import { query } from "../../src/database.ts";
import type { RefundTask } from "../../src/order/refund.ts";
import type { Row } from "../../src/ports.ts";
import type { Parts } from "../../src/parts.ts";

export const refundKeyPerAttempt: Partial<Parts> = {
  beginRefundAttempt: async (shop, orderId) => {
    const renamed = await query<Omit<RefundTask, "orderId" | "amount"> & { amount: string } & Row>(
      shop.ports.database,
      `UPDATE refund SET refund_key = 'rf-' || order_id || '-' || (attempts + 1), attempts = attempts + 1
        WHERE order_id = $1 AND status = 'pending' 
        RETURNING refund_key AS "refundKey", amount, currency, payment_object AS "paymentObject"`,
      [orderId],
    );
    const row = renamed.rows[0];
    return row && { ...row, orderId, amount: Number(row.amount) };
  },
};
