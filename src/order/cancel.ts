/** Cancels an order that nobody has begun to pay, and gives its place back in the same transaction. */
import type { Context } from "../parts.ts";
import type { OrderStatus } from "./machine.ts";

export type CancelOutcome =
  | { readonly outcome: "CANCELLED" }
  | { readonly outcome: "REJECTED"; readonly status: OrderStatus }
  | { readonly outcome: "NO_SUCH_ORDER" };

/** Once PAYING has been committed money may move, so from then on cancelling is REJECTED. */
export async function cancel(shop: Context, orderId: string, cause = "cancel"): Promise<CancelOutcome> {
  const { parts } = shop;
  return parts.transaction(shop, async (tx): Promise<CancelOutcome> => {
    const order = await parts.lockOrder(shop, tx, orderId);
    if (order === undefined) return { outcome: "NO_SUCH_ORDER" };
    if (order.status !== "CREATED") return { outcome: "REJECTED", status: order.status };
    await parts.releaseHeld(shop, tx, order.reservationKey);
    await parts.transition(shop, tx, order, "CANCELLED", cause);
    return { outcome: "CANCELLED" };
  });
}
