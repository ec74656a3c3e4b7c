/**
 * Reads the books through the ordinary ports. The database's books are read at one moment; the channel's statement
 * comes after them, so that it knows of every charge and refund that they speak of. Under traffic it may know of later
 * ones too, so some rules are exact only when the system is at rest; each says which it is (`rules/rule.ts`).
 */
import { snapshot, type Tx } from "../database.ts";
import { readBalances } from "../inventory/ledger/ledger.ts";
import type { Context } from "../parts.ts";
import type {
  BookedConflict,
  BookedEvent,
  BookedLock,
  BookedMove,
  BookedOrder,
  BookedRefund,
  BookedReservation,
  BookedShipment,
  Books,
} from "./books.ts";

export async function loadBooks(shop: Context): Promise<Books> {
  const ours = await snapshot(shop.ports.database, async (tx) => ({
    ...(await readOrders(tx)),
    reservations: await readReservations(tx),
    locks: await readLocks(tx),
    refunds: await readRefunds(tx),
    conflicts: await readConflicts(tx),
    ...(await readInventory(shop, tx)),
    events: await readEvents(tx),
    ...(await readConsumer(tx)),
  }));
  const statement = await shop.parts.askStatement(shop);
  const movements = statement.map(({ kind, merchant_order, amount, currency, payment_object }) => {
    return { kind, orderId: merchant_order, amount: BigInt(amount), currency, paymentObject: payment_object };
  });
  return { ...ours, statement: movements };
}

/** A row of the books as a row of a result. */
type Columns<T> = { [Column in keyof T]: T[Column] };

async function readOrders(tx: Tx): Promise<Pick<Books, "orders" | "moves">> {
  type Stored = Omit<BookedOrder, "amount"> & { amount: string };
  const orders = await tx.query<Stored>(
    `SELECT order_id AS "orderId", user_id AS "userId", sku AS "unitId", status, version,
            amount, currency, payment_object AS "paymentObject", reservation_key AS "reservationKey" FROM orders ORDER BY order_id`,
  );
  const moves = await tx.query<Columns<BookedMove>>(
    `SELECT order_id AS "orderId", from_status AS "from", to_status AS "to", version,
            cause LIKE 'decision%' AS "byDecision" FROM order_transition ORDER BY order_id, version`,
  );
  return { orders: orders.rows.map((row) => ({ ...row, amount: BigInt(row.amount) })), moves: moves.rows };
}

async function readReservations(tx: Tx): Promise<Books["reservations"]> {
  const read = await tx.query<Columns<BookedReservation>>(
    `SELECT request_key AS "requestKey", caller, unit_id AS "unitId", user_id AS "userId", status, quantity,
            lock_id AS "lockId" FROM reservation JOIN reservation_line USING (request_key) ORDER BY request_key, unit_id`,
  );
  return read.rows;
}

async function readLocks(tx: Tx): Promise<Books["locks"]> {
  const read = await tx.query<Columns<BookedLock>>(
    `SELECT lock_id AS "lockId", unit_id AS "unitId", quantity, status, reversible
       FROM stock_lock JOIN inventory_unit USING (unit_id) ORDER BY lock_id`,
  );
  return read.rows;
}

async function readRefunds(tx: Tx): Promise<Books["refunds"]> {
  type Stored = Omit<BookedRefund, "amount"> & { amount: string };
  const read = await tx.query<Stored>(
    `SELECT refund_key AS "refundKey", order_id AS "orderId", amount, currency, payment_object AS "paymentObject", status
       FROM refund ORDER BY refund_key`,
  );
  return read.rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}

async function readConflicts(tx: Tx): Promise<Books["conflicts"]> {
  type Stored = Omit<BookedConflict, "amount"> & { amount: string };
  const read = await tx.query<Stored>(
    `SELECT order_id AS "orderId", amount, decision, decider FROM payment_conflict ORDER BY order_id`,
  );
  return read.rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}

async function readInventory(shop: Context, tx: Tx): Promise<Pick<Books, "balances" | "ledger" | "archive">> {
  const balances = await readBalances(tx);
  const { rows, archive } = await shop.parts.readLedger(tx);
  return { balances, ledger: rows, archive };
}

async function readEvents(tx: Tx): Promise<Books["events"]> {
  type Stored = { id: string; orderId: string; eventType: string; version: number; published: boolean };
  type Payload = Omit<BookedEvent["payload"], "amount"> & { amount: string | null };
  const read = await tx.query<Stored & Payload>(
    `SELECT event_id AS id, order_id AS "orderId", event_type AS "eventType", order_version AS version,
            payload->>'user' AS "userId", payload->>'sku' AS "unitId", payload->>'amount' AS amount,
            payload->>'currency' AS currency, payload->>'payment_object' AS "paymentObject",
            published_at IS NOT NULL AS published FROM outbox ORDER BY event_id`,
  );
  return read.rows.map(({ id, userId, unitId, amount, currency, paymentObject, ...told }) => {
    const payload = { userId, unitId, amount: toldAmount(amount), currency, paymentObject };
    return { eventId: Number(id), ...told, payload };
  });
}

async function readConsumer(tx: Tx): Promise<Pick<Books, "receipts" | "shipments">> {
  const receipts = await tx.query<{ event_id: string }>("SELECT event_id FROM ful_inbox ORDER BY event_id");
  const shipments = await tx.query<Columns<BookedShipment>>(
    `SELECT order_id AS "orderId", last_version AS "lastVersion", ship_count AS "shipCount"
       FROM fulfillment ORDER BY order_id`,
  );
  return { receipts: receipts.rows.map((row) => ({ eventId: Number(row.event_id) })), shipments: shipments.rows };
}

/** What an event says is no column of numbers: what is no amount is for a rule to say, and nothing to fail by. */
export function toldAmount(told: string | null): bigint | null {
  return told !== null && /^-?\d+$/.test(told) ? BigInt(told) : null;
}
