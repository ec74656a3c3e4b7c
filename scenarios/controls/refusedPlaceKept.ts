/**
 * Taking a place again moves the stock, is refused because of the user's limit, and lets the movement stand. The guard
 * that is missing: what a refused hold has done is undone, to the savepoint before it.
 */
import { placeOf } from "../../src/order/hold.ts";
import type { Parts } from "../../src/parts.ts";

export const refusedPlaceKept: Partial<Parts> = {
  rehold: async (shop, tx, order) => {
    const attempt = order.reserveAttempt + 1;
    const requestKey = `${order.orderId}/r${attempt}`;
    const outcome = await shop.parts.hold(shop, tx, placeOf(shop, order, requestKey));
    if (outcome !== "HELD") return { outcome };
    await shop.parts.confirmHeld(shop, tx, requestKey);
    await shop.parts.pointAtReservation(shop, tx, order.orderId, requestKey, attempt);
    return { outcome, requestKey };
  },
};
