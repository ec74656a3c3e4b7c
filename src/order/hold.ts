/** The place that the inventory keeps for an order: what is asked for, and how one is taken again when the first was lost. */
import { undoable, type Tx } from "../database.ts";
import { invariant } from "../invariant.ts";
import type { HoldOutcome, HoldRequest } from "../inventory/stock/reservation.ts";
import type { Context } from "../parts.ts";
import type { Order } from "./order.ts";

export type Rehold =
  { readonly outcome: "HELD"; readonly requestKey: string } | { readonly outcome: Exclude<HoldOutcome, "HELD"> };

/** Takes a place again for an order whose hold was lost and whose payment arrived, confirms it, and points the order
 * at it. */
export async function rehold(shop: Context, tx: Tx, order: Order): Promise<Rehold> {
  const attempt = order.reserveAttempt + 1;
  const requestKey = `${order.orderId}/r${attempt}`;
  const outcome = await undoable(
    tx,
    () => shop.parts.hold(shop, tx, placeOf(shop, order, requestKey)),
    (held) => held === "HELD",
  );
  if (outcome !== "HELD") return { outcome };
  const confirmed = await shop.parts.confirmHeld(shop, tx, requestKey);
  invariant(confirmed, `${requestKey} was held a moment ago by this very transaction`);
  await shop.parts.pointAtReservation(shop, tx, order.orderId, requestKey, attempt);
  return { outcome, requestKey };
}

/** What an order of the shop wants to be kept: one piece. */
export function placeOf(
  shop: Context,
  { orderId, userId, sku }: Pick<Order, "orderId" | "userId" | "sku">,
  requestKey: string,
): HoldRequest {
  const lines = [{ unitId: sku, quantity: 1 }];
  return { requestKey, tenant: "shop", caller: "orders", orderId, userId, lines, holdMs: shop.config.holdMs };
}
