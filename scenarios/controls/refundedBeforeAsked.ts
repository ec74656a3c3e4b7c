/**
 * An order is REFUNDED as soon as somebody has decided to refund it. The guard that is missing: only the channel's own
 * answer ends a refund.
 */
import type { Parts } from "../../src/parts.ts";

export const refundedBeforeAsked: Partial<Parts> = {
  refund: async (shop, orderId) => {
    const task = await shop.parts.beginRefundAttempt(shop, orderId);
    return task === undefined ? shop.parts.renewRefund(shop, orderId) : shop.parts.finishRefund(shop, task);
  },
};
