/**
 * Cancel writes CANCELLED whatever the order is by now, as long as its place can be given back. The guard that is missing: only a
 * CREATED order may be cancelled.
 */
import type { Parts } from "../../src/parts.ts";
import { moveUnconditioned } from "./moveUnconditioned.ts";

export const cancelUnconditioned: Partial<Parts> = {
  ...moveUnconditioned,
  cancel: async (shop, orderId, cause) =>
    shop.parts.transaction(shop, async (tx) => {
      const order = await shop.parts.lockOrder(shop, tx, orderId);
      if (order === undefined) return { outcome: "NO_SUCH_ORDER" };
      const given = await shop.parts.releaseHeld(shop, tx, order.reservationKey);
      if (!given && order.status !== "CREATED") return { outcome: "REJECTED", status: order.status };
      await shop.parts.transition(shop, tx, order, "CANCELLED", cause ?? "cancel");
      return { outcome: "CANCELLED" };
    }),
};
