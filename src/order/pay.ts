/**
 * Pays an order in three steps, each committed by itself: PAYING, the call to the channel, its answer. PAYING comes
 * first so that a process that dies after the charge leaves a trace which recovery finds. No transaction is open
 * while the channel is called.
 */
import { isMismatch, type Payment } from "../channel/payment.ts";
import type { Tx } from "../database.ts";
import type { Context } from "../parts.ts";
import type { OrderStatus } from "./machine.ts";

export type Begun =
  | { readonly outcome: "PAYING"; readonly payment: Payment }
  | { readonly outcome: "REJECTED"; readonly status: OrderStatus }
  | { readonly outcome: "NO_SUCH_ORDER" };

export type PayOutcome =
  { readonly outcome: "ANSWERED"; readonly status: OrderStatus } | Exclude<Begun, { outcome: "PAYING" }>;

export async function pay(shop: Context, orderId: string): Promise<PayOutcome> {
  const { parts } = shop;
  const begun = await parts.beginPay(shop, orderId);
  if (begun.outcome !== "PAYING") return begun;
  const answer = await parts.askCharge(shop, orderId, begun.payment);
  switch (answer.state) {
    case "NO_ANSWER":
      return { outcome: "ANSWERED", status: await parts.noAnswer(shop, orderId, `charge ${answer.why}`) };
    case "NOT_UNDERSTOOD":
      return { outcome: "ANSWERED", status: await parts.noAnswer(shop, orderId, "charge not understood") };
    default: {
      const { effect, status } = await parts.settle(shop, orderId, answer, "charge reply");
      const settled = !isMismatch(effect) && status !== undefined;
      return {
        outcome: "ANSWERED",
        status: settled ? status : await parts.noAnswer(shop, orderId, "charge not understood"),
      };
    }
  }
}

/** Only a CREATED order may be paid, and only one caller gets to move it. */
export async function beginPay(shop: Context, orderId: string): Promise<Begun> {
  const { parts } = shop;
  return parts.transaction(shop, async (tx): Promise<Begun> => {
    const order = await parts.lockOrder(shop, tx, orderId);
    if (order === undefined) return { outcome: "NO_SUCH_ORDER" };
    if (order.status !== "CREATED") return { outcome: "REJECTED", status: order.status };
    await parts.transition(shop, tx, order, "PAYING", "pay");
    return { outcome: "PAYING", payment: order };
  });
}

/**
 * Nobody knows whether the money moved: neither is the order failed, nor is its place given back. A notice may have
 * settled the order meanwhile; then it stays as it is.
 * @returns the order's status afterwards.
 */
export async function noAnswer(shop: Context, orderId: string, cause: string): Promise<OrderStatus> {
  return shop.parts.transaction(shop, async (tx) => shop.parts.markUnknown(shop, tx, orderId, cause));
}

export async function markUnknown(shop: Context, tx: Tx, orderId: string, cause: string): Promise<OrderStatus> {
  const order = await shop.parts.lockOrder(shop, tx, orderId);
  if (order === undefined) throw new Error(`${orderId} was being paid and is gone`);
  if (order.status !== "PAYING") return order.status;
  await shop.parts.transition(shop, tx, order, "UNKNOWN", cause);
  return "UNKNOWN";
}
