/**
 * Gives money back. A refund is a task with its own row: pending until the channel confirms it, failed only when the
 * channel refused it for good. Its key is fixed, so that asking again is the same refund.
 */
import type { Payment } from "../channel/payment.ts";
import { query, type Tx } from "../database.ts";
import { limits } from "../limits.ts";
import type { Context } from "../parts.ts";
import type { OrderStatus } from "./machine.ts";
import type { Order } from "./order.ts";

/** Always of the whole payment: its amount, in its currency, for its object. */
export interface RefundTask extends Payment {
  readonly orderId: string;
  readonly refundKey: string;
}

/** Decides that the money goes back, and makes the task, in the transaction of whatever found out. */
export async function startRefund(shop: Context, tx: Tx, order: Order, cause: string): Promise<void> {
  await shop.parts.insertRefund(shop, tx, order, `rf-${order.orderId}`);
  await shop.parts.transition(shop, tx, order, "REFUNDING", cause);
}

export async function insertRefund(_shop: Context, tx: Tx, order: Order, refundKey: string): Promise<void> {
  await tx.query(
    `INSERT INTO refund (refund_key, order_id, amount, currency, payment_object, status, attempts, created_at, updated_at)
     SELECT $1, $2, $3, $4, $5, 'pending', 0, at, at FROM (SELECT db_now() AS at) AS clock`,
    [refundKey, order.orderId, order.amount, order.currency, order.paymentObject],
  );
}

/**
 * Asks the channel once for the refund of a REFUNDING order.
 * @returns the order's status afterwards: REFUNDED, or REFUNDING when somebody has to ask again.
 */
export async function refund(shop: Context, orderId: string): Promise<OrderStatus> {
  const { parts } = shop;
  const task = await parts.beginRefundAttempt(shop, orderId);
  if (task === undefined) return parts.renewRefund(shop, orderId);
  const answer = await parts.askRefund(shop, task);
  switch (answer.state) {
    case "REFUNDED":
      // Of another payment it says nothing about this one.
      if (parts.comparePayments(task, answer.payment) !== undefined) return "REFUNDING";
      return parts.finishRefund(shop, task);
    case "REFUSED":
      return parts.failRefund(shop, task);
    case "NO_ANSWER":
    case "NOT_UNDERSTOOD":
      return "REFUNDING";
  }
}

/** Counts the attempt before it is made; undefined when no refund of this order is pending. */
export async function beginRefundAttempt(shop: Context, orderId: string): Promise<RefundTask | undefined> {
  const begun = await query<{ refund_key: string; amount: string; currency: string; payment_object: string }>(
    shop.ports.database,
    `UPDATE refund SET attempts = attempts + 1, updated_at = db_now()
      WHERE order_id = $1 AND status = 'pending' RETURNING refund_key, amount, currency, payment_object`,
    [orderId],
  );
  const row = begun.rows[0];
  if (row === undefined) return undefined;
  const { refund_key, amount, currency, payment_object } = row;
  return { orderId, refundKey: refund_key, amount: Number(amount), currency, paymentObject: payment_object };
}

/** REFUNDED only after the channel has said so. */
export async function finishRefund(shop: Context, task: RefundTask): Promise<OrderStatus> {
  return endRefund(shop, task, async (tx, order) => {
    await markRefund(tx, task.refundKey, "succeeded");
    await shop.parts.transition(shop, tx, order, "REFUNDED", "refund reply");
    return "REFUNDED";
  });
}

/** The channel will never refund under this key. The order stays REFUNDING: the money has not gone back. */
export async function failRefund(shop: Context, task: RefundTask): Promise<OrderStatus> {
  return endRefund(shop, task, async (tx, order) => {
    await markRefund(tx, task.refundKey, "failed");
    return order.status;
  });
}

/**
 * A new task under a new key for an order whose refunds all failed for good. After `refundKeysMax` keys it stays
 * REFUNDING with only failed tasks, which is for a person to look at.
 */
export async function renewRefund(shop: Context, orderId: string): Promise<OrderStatus> {
  const { parts } = shop;
  return parts.transaction(shop, async (tx) => {
    const order = await parts.lockOrder(shop, tx, orderId);
    if (order === undefined) throw new Error(`${orderId} is to be refunded and is gone`);
    if (order.status !== "REFUNDING") return order.status;
    const used = await tx.query<{ keys: number; alive: number }>(
      `SELECT count(*)::int AS keys, (count(*) FILTER (WHERE status <> 'failed'))::int AS alive
         FROM refund WHERE order_id = $1`,
      [orderId],
    );
    const { keys = 0, alive = 0 } = used.rows[0] ?? {};
    if (alive === 0 && keys < limits.refundKeysMax) {
      await parts.insertRefund(shop, tx, order, `rf-${orderId}/${keys + 1}`);
    }
    return order.status;
  });
}

/** Under the order's lock, and only while it waits for this: another attempt may have ended it first. */
async function endRefund(
  shop: Context,
  task: RefundTask,
  body: (tx: Tx, order: Order) => Promise<OrderStatus>,
): Promise<OrderStatus> {
  return shop.parts.transaction(shop, async (tx) => {
    const order = await shop.parts.lockOrder(shop, tx, task.orderId);
    if (order === undefined) throw new Error(`${task.orderId} was being refunded and is gone`);
    return order.status === "REFUNDING" ? body(tx, order) : order.status;
  });
}

async function markRefund(tx: Tx, refundKey: string, status: "succeeded" | "failed"): Promise<void> {
  await tx.query("UPDATE refund SET status = $2, updated_at = db_now() WHERE refund_key = $1 AND status = 'pending'", [
    refundKey,
    status,
  ]);
}
