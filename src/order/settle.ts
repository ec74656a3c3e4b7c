/**
 * What the channel says, applied to an order. What it says of another payment than the order's changes nothing. A success takes
 * the same way whether it comes as a charge's reply, a query's answer, a close's answer or a callback, so that any number of them
 * in any order has the effect of one.
 */
import type { Tx } from "../database.ts";
import type { PaymentAnswer } from "../channel/client.ts";
import { paymentMismatches } from "../channel/payment.ts";
import type { HoldOutcome } from "../inventory/stock/reservation.ts";
import type { Context } from "../parts.ts";
import { statuses, type OrderStatus } from "./machine.ts";
import type { Order } from "./order.ts";

/** What an answer changed, as notifications record it. DUPLICATE and IGNORED name the state that was left alone. */
export const effects = [
  ...(["PAID", "PAID_REHELD", "FAILED"] as const),
  ...(["REFUNDING", "REFUNDING_ANOMALY", "CONFLICT"] as const),
  ...paymentMismatches,
  "NO_SUCH_ORDER" as const,
  ...(["DUPLICATE PAID", "DUPLICATE REFUNDING", "DUPLICATE REFUNDED", "DUPLICATE CONFLICT"] as const),
  ...statuses.map((status) => `IGNORED ${status}` as const),
];

/** One of them. */
export type Effect = (typeof effects)[number];

export interface Settled {
  readonly effect: Effect;
  /** The order's status afterwards; undefined when there is no such order. */
  readonly status: OrderStatus | undefined;
}

/** Applies an answer in one transaction; when it calls for a refund, tries that at once. */
export async function settle(shop: Context, orderId: string, answer: PaymentAnswer, cause: string): Promise<Settled> {
  const { parts } = shop;
  const settled = await parts.transaction(shop, async (tx) => parts.applyAnswer(shop, tx, orderId, answer, cause));
  return parts.followUp(shop, orderId, settled);
}

/** The refund belongs after the commit: no call to the channel inside a transaction. Recovery repeats it if need be. */
export async function followUp(shop: Context, orderId: string, settled: Settled): Promise<Settled> {
  if (settled.effect !== "REFUNDING" && settled.effect !== "REFUNDING_ANOMALY") return settled;
  return { effect: settled.effect, status: await shop.parts.refund(shop, orderId) };
}

/** Under the order's lock. What names another object, currency or amount changes nothing, whatever the order's state is. */
export async function applyAnswer(
  shop: Context,
  tx: Tx,
  orderId: string,
  answer: PaymentAnswer,
  cause: string,
): Promise<Settled> {
  const order = await shop.parts.lockOrder(shop, tx, orderId);
  if (order === undefined) return { effect: "NO_SUCH_ORDER", status: undefined };
  const mismatch = answer.state === "CLOSED" ? undefined : shop.parts.comparePayments(order, answer.payment);
  if (mismatch !== undefined) return { effect: mismatch, status: order.status };
  switch (answer.state) {
    case "CHARGED":
      return shop.parts.applyCharged(shop, tx, order, cause);
    case "DECLINED":
    case "CLOSED":
      return shop.parts.applyNotCharged(shop, tx, order, cause);
    case "REFUNDED":
      // Only the reply to our own refund ends REFUNDING; anything else that says so comes late or is not ours.
      return { effect: `IGNORED ${order.status}`, status: order.status };
  }
}

/** The order's money arrived. */
export async function applyCharged(shop: Context, tx: Tx, order: Order, cause: string): Promise<Settled> {
  const { status } = order;
  switch (status) {
    case "PAID":
    case "REFUNDING":
    case "REFUNDED":
      return { effect: `DUPLICATE ${status}`, status };
    case "FAILED":
    case "CANCELLED":
      await shop.parts.startRefund(shop, tx, order, `${cause} after ${status}`);
      return { effect: "REFUNDING_ANOMALY", status: "REFUNDING" };
    case "CREATED":
    case "PAYING":
    case "UNKNOWN":
      return shop.parts.takePayment(shop, tx, order, cause);
  }
}

/** PAID only with a place: the one that was held, or another one. Without a place the money goes back, or waits for a person. */
export async function takePayment(shop: Context, tx: Tx, order: Order, cause: string): Promise<Settled> {
  const { parts, config } = shop;
  const { reservationKey, status } = order;
  if (await parts.isInConflict(shop, tx, order)) return { effect: "DUPLICATE CONFLICT", status };
  const decides = config.expiredHold === "deadline-decides";
  if (await (decides ? parts.confirmInTime : parts.confirmHeld)(shop, tx, reservationKey)) {
    await parts.transition(shop, tx, order, "PAID", cause);
    return { effect: "PAID", status: "PAID" };
  }
  if (decides) await parts.releaseHeld(shop, tx, reservationKey); // Where it is HELD still, it was too late only.
  const again = await parts.lateSuccess(shop, tx, order);
  switch (again.outcome) {
    case "HELD":
      await parts.transition(shop, tx, order, "PAID", `${cause} re-reserved ${again.requestKey}`);
      return { effect: "PAID_REHELD", status: "PAID" };
    case "CONFLICT":
      await parts.openConflict(shop, tx, order, cause);
      return { effect: "CONFLICT", status: "UNKNOWN" };
    default:
      await parts.startRefund(shop, tx, order, `${cause} stock lost (${again.outcome})`);
      return { effect: "REFUNDING", status: "REFUNDING" };
  }
}

/** The channel will not charge this order any more: nothing to keep the place for. Where it has the money already, a person decides. */
export async function applyNotCharged(shop: Context, tx: Tx, order: Order, cause: string): Promise<Settled> {
  const { status } = order;
  const open = (status === "PAYING" || status === "UNKNOWN") && !(await shop.parts.isInConflict(shop, tx, order));
  if (!open) return { effect: `IGNORED ${status}`, status };
  await shop.parts.releaseHeld(shop, tx, order.reservationKey);
  await shop.parts.transition(shop, tx, order, "FAILED", cause);
  return { effect: "FAILED", status: "FAILED" };
}

export type LateSuccess =
  | { readonly outcome: "HELD"; readonly requestKey: string }
  | { readonly outcome: Exclude<HoldOutcome, "HELD"> | "HOLD_EXPIRED" | "CONFLICT" };

/** The sale's policy for a payment whose hold was lost. */
export async function lateSuccess(shop: Context, tx: Tx, order: Order): Promise<LateSuccess> {
  switch (shop.config.lateSuccess) {
    case "rehold-or-refund":
      return shop.parts.rehold(shop, tx, order);
    case "refund":
      return { outcome: "HOLD_EXPIRED" };
    case "manual":
      return { outcome: "CONFLICT" };
  }
}
