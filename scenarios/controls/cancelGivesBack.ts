/**
 * Cancel gives the place back before it looks whether the order may be cancelled. The guard that is missing: only a
 * CREATED order may be.
 */
import { shippedParts, type Parts } from "../../src/parts.ts";

export const cancelGivesBack: Partial<Parts> = {
  cancel: async (shop, orderId, cause) => {
    await shop.parts.transaction(shop, async (tx) => {
      const order = await shop.parts.lockOrder(shop, tx, orderId);
      if (order !== undefined) await shop.parts.releaseHeld(shop, tx, order.reservationKey);
    });
    return shippedParts.cancel(shop, orderId, cause);
  },
};
