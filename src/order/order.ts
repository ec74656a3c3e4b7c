/**
 * The order's row: how it is locked, read and moved. Every judgement about an order is made under its row's lock,
 * and every change of its status goes through `transition`.
 */
import type { Tx } from "../database.ts";
import { query } from "../database.ts";
import { toWirePayment, type Payment } from "../channel/payment.ts";
import { invariant } from "../invariant.ts";
import type { ReservationStatus } from "../inventory/stock/reservation.ts";
import type { Context } from "../parts.ts";
import type { Decision } from "./conflict.ts";
import { isEdge, isOrderStatus, isTerminal, type OrderStatus } from "./machine.ts";

/** It costs its `amount` in its `currency`, fixed when it is placed, and is paid for as its `paymentObject`. */
export interface Order extends Payment {
  readonly orderId: string;
  readonly status: OrderStatus;
  readonly version: number;
  readonly userId: string;
  readonly sku: string;
  /** request_key of the reservation that counts now. */
  readonly reservationKey: string;
  /** 1 for /r1, 2 for /r2. */
  readonly reserveAttempt: number;
}

type OrderRow = {
  order_id: string;
  status: string;
  version: number;
  user_id: string;
  sku: string;
  amount: string;
  currency: string;
  payment_object: string;
  reservation_key: string;
  reserve_attempt: number;
};

/**
 * The order as it is now, locked until the transaction ends. Notices, answers, recovery and cancel of one order
 * therefore take turns, and each of them judges by what the one before it committed.
 */
export async function lockOrder(_shop: Context, tx: Tx, orderId: string): Promise<Order | undefined> {
  const locked = await tx.query<OrderRow>(
    `SELECT order_id, status, version, user_id, sku, amount, currency, payment_object, reservation_key, reserve_attempt
       FROM orders WHERE order_id = $1 FOR UPDATE`,
    [orderId],
  );
  const row = locked.rows[0];
  return row && readOrderRow(row);
}

/** Moves a locked order along an edge of the machine, and writes down why. A terminal state is told to others. */
export async function transition(shop: Context, tx: Tx, order: Order, to: OrderStatus, cause: string): Promise<void> {
  const { orderId, status } = order;
  invariant(isEdge(status, to), `${orderId}: ${status} -> ${to} (${cause}) is not a move an order can make`);
  const moved = await tx.query<{ version: number }>(
    `WITH moved AS (
       UPDATE orders SET status = $3, version = version + 1, updated_at = db_now()
        WHERE order_id = $1 AND status = $2 RETURNING order_id, version)
     INSERT INTO order_transition (order_id, from_status, to_status, version, cause, at)
     SELECT order_id, $2, $3, version, $4, db_now() FROM moved RETURNING version`,
    [orderId, status, to, cause],
  );
  const version = moved.rows[0]?.version;
  invariant(version !== undefined, `${orderId} is locked by us and yet no longer ${status}`);
  if (isTerminal(to)) await shop.parts.writeEvent(shop, tx, order, to, version);
}

/** Puts the event of a terminal state into the outbox, in the transition's own transaction: both or neither. */
export async function writeEvent(
  _shop: Context,
  tx: Tx,
  order: Order,
  reached: OrderStatus,
  version: number,
): Promise<void> {
  const { orderId, userId, sku } = order;
  await tx.query(
    `INSERT INTO outbox (order_id, event_type, order_version, payload, created_at)
     VALUES ($1, $2, $3, $4, db_now())`,
    [orderId, `ORDER_${reached}`, version, JSON.stringify({ user: userId, sku, ...toWirePayment(order) })],
  );
}

/** Makes another reservation the one that counts. */
export async function pointAtReservation(
  _shop: Context,
  tx: Tx,
  orderId: string,
  requestKey: string,
  attempt: number,
): Promise<void> {
  await tx.query("UPDATE orders SET reservation_key = $2, reserve_attempt = $3 WHERE order_id = $1", [
    orderId,
    requestKey,
    attempt,
  ]);
}

export interface OrderView {
  readonly status: string;
  readonly version: number;
  readonly reservation: ReservationStatus;
  /** How its conflict stands, or what was decided of it; null when it has none. */
  readonly conflict: "OPEN" | Decision["decision"] | null;
}

/** For people who look: a moment's truth without a lock. */
export async function viewOrder(shop: Context, orderId: string): Promise<OrderView | undefined> {
  const found = await query<{ [Column in keyof OrderView]: OrderView[Column] }>(
    shop.ports.database,
    `SELECT o.status, o.version, r.status AS reservation,
            CASE WHEN c.order_id IS NOT NULL THEN coalesce(c.decision, 'OPEN') END AS conflict
       FROM orders o LEFT JOIN reservation r ON r.request_key = o.reservation_key
                     LEFT JOIN payment_conflict c ON c.order_id = o.order_id
      WHERE o.order_id = $1`,
    [orderId],
  );
  return found.rows[0];
}

function readOrderRow(row: OrderRow): Order {
  invariant(isOrderStatus(row.status), `${row.order_id} is in no known state: ${row.status}`);
  return {
    orderId: row.order_id,
    status: row.status,
    version: row.version,
    userId: row.user_id,
    sku: row.sku,
    amount: Number(row.amount), // The door lets in nothing beyond `amountMax`, where a number is exact.
    currency: row.currency,
    paymentObject: row.payment_object,
    reservationKey: row.reservation_key,
    reserveAttempt: row.reserve_attempt,
  };
}
