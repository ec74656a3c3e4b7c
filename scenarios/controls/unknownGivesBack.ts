/**
 * Whoever gets no answer gives the place back at once. The guard that is missing: the money may have moved, so the place is
 * kept until its deadline.
 */
import { shippedParts, type Parts } from "../../src/parts.ts";

export const unknownGivesBack: Partial<Parts> = {
  markUnknown: async (shop, tx, orderId, cause) => {
    const status = await shippedParts.markUnknown(shop, tx, orderId, cause);
    const order = await shop.parts.lockOrder(shop, tx, orderId);
    if (status === "UNKNOWN" && order !== undefined) await shop.parts.releaseHeld(shop, tx, order.reservationKey);
    return status;
  },
};
