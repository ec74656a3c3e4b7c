/**
 * Reads the books through the ordinary ports. The database's books are read at one moment; the channel's statement
 * comes after them, so that it knows of every charge and refund that they speak of. Under traffic it may know of later
 * ones too: the comparison is exact when the system is at rest.
 */
import { snapshot, type Tx } from "../database.ts";
import type { Bucket } from "../inventory/balance.ts";
import type { Context } from "../parts.ts";
import type { BookedOrder, BookedRefund, BookedReservation, Books } from "./books.ts";

export async function loadBooks(shop: Context): Promise<Books> {
  const ours = await snapshot(shop.ports.database, async (tx) => ({
    orders: await readOrders(tx),
    reservations: await readReservations(tx),
    refunds: await readRefunds(tx),
    ...(await readInventory(tx)),
    ...(await readEvents(tx)),
  }));
  const statement = await shop.parts.askStatement(shop);
  const movements = statement.map(({ kind, merchant_order, amount }) => {
    return { kind, orderId: merchant_order, amount: BigInt(amount) };
  });
  return { ...ours, statement: movements };
}

async function readOrders(tx: Tx): Promise<Books["orders"]> {
  type Stored = { order_id: string; status: BookedOrder["status"]; amount: string; reservation_key: string };
  const read = await tx.query<Stored>("SELECT order_id, status, amount, reservation_key FROM orders ORDER BY order_id");
  return read.rows.map((row) => {
    const { order_id: orderId, status, reservation_key: reservationKey } = row;
    return { orderId, status, amount: BigInt(row.amount), reservationKey };
  });
}

async function readReservations(tx: Tx): Promise<Books["reservations"]> {
  type Stored = { request_key: string; unit_id: string; status: BookedReservation["status"]; quantity: number };
  const read = await tx.query<Stored>(
    "SELECT request_key, unit_id, status, quantity FROM reservation ORDER BY request_key",
  );
  return read.rows.map(({ request_key: requestKey, unit_id: unitId, status, quantity }) => {
    return { requestKey, unitId, status, quantity };
  });
}

async function readRefunds(tx: Tx): Promise<Books["refunds"]> {
  type Stored = { refund_key: string; order_id: string; status: BookedRefund["status"] };
  const read = await tx.query<Stored>("SELECT refund_key, order_id, status FROM refund ORDER BY refund_key");
  return read.rows.map(({ refund_key: refundKey, order_id: orderId, status }) => ({ refundKey, orderId, status }));
}

async function readInventory(tx: Tx): Promise<Pick<Books, "balances" | "ledger">> {
  type Stored = { unit_id: string } & Record<Bucket, number>;
  const balances = await tx.query<Stored>(
    `SELECT unit_id, total, available, held, locked, sold, invalid FROM inventory_balance ORDER BY unit_id`,
  );
  const ledger = await tx.query<Stored & { operation: string }>(
    `SELECT operation, unit_id, total_delta AS total, available_delta AS available, held_delta AS held,
            locked_delta AS locked, sold_delta AS sold, invalid_delta AS invalid
       FROM inventory_ledger ORDER BY entry_id`,
  );
  return {
    balances: balances.rows.map(({ unit_id: unitId, ...amounts }) => ({ unitId, ...amounts })),
    ledger: ledger.rows.map(({ operation, unit_id: unitId, ...deltas }) => ({ operation, unitId, deltas })),
  };
}

async function readEvents(tx: Tx): Promise<Pick<Books, "events" | "shipments">> {
  const events = await tx.query<{ event_id: string; order_id: string; event_type: string; published: boolean }>(
    `SELECT event_id, order_id, event_type, published_at IS NOT NULL AS published FROM outbox ORDER BY event_id`,
  );
  const shipments = await tx.query<{ order_id: string; ship_count: number }>(
    "SELECT order_id, ship_count FROM fulfillment ORDER BY order_id",
  );
  return {
    events: events.rows.map(({ event_id, order_id: orderId, event_type: eventType, published }) => {
      return { eventId: Number(event_id), orderId, eventType, published };
    }),
    shipments: shipments.rows.map(({ order_id: orderId, ship_count: shipCount }) => ({ orderId, shipCount })),
  };
}
