/**
 * Small books that agree in everything, for tests to damage: six orders in five states on one unit of ten pieces. The
 * second lost its first place, which was sold again, and was paid on its second, as a person decided.
 */
import type { OrderStatus } from "../order/machine.ts";
import { buckets } from "../inventory/stock/balance.ts";
import type { ChangeKind } from "../inventory/stock/lifecycle.ts";
import { untouched, type UnitState } from "../inventory/ledger/replay.ts";
import type { BookedEvent, BookedMove, BookedOrder, BookedReservation, Books, LedgerEntry } from "./books.ts";

const unitId = "sku-lab-01";
const price = { amount: 1990n, currency: "EUR" };

/** What is paid for an order. */
export const paymentOf = (orderId: string) => ({ ...price, paymentObject: `pay-${orderId}` });

/** How each order came to be what it is. */
const paths: Readonly<Record<string, readonly [OrderStatus, ...OrderStatus[]]>> = {
  "ord-0001": ["CREATED", "PAYING", "PAID"],
  "ord-0002": ["CREATED", "PAYING", "UNKNOWN", "PAID"],
  "ord-0003": ["CREATED", "PAYING", "REFUNDING", "REFUNDED"],
  "ord-0004": ["CREATED", "PAYING", "FAILED"],
  "ord-0005": ["CREATED"],
  "ord-0006": ["CREATED", "CANCELLED"],
};

const userOf = (key: string): string => `user-${key.slice(4, 8)}`;

const order = ([orderId, path]: [string, readonly OrderStatus[]]): BookedOrder => {
  const reservationKey = orderId === "ord-0002" ? "ord-0002/r2" : `${orderId}/r1`;
  const [version, status] = [path.length, path.at(-1) ?? "CREATED"];
  return { orderId, userId: userOf(orderId), unitId, ...paymentOf(orderId), status, version, reservationKey };
};

const movesOf = ([orderId, path]: [string, readonly OrderStatus[]]): readonly BookedMove[] =>
  path.map((to, nth) => {
    const byDecision = orderId === "ord-0002" && to === "PAID";
    return { orderId, from: path[nth - 1] ?? null, to, version: nth + 1, byDecision };
  });

const place = (requestKey: string, status: BookedReservation["status"]): BookedReservation => {
  return { requestKey, caller: "orders", unitId, userId: userOf(requestKey), status, quantity: 1, lockId: null };
};

type Told = readonly [kind: ChangeKind, key: string, deltas: Partial<LedgerEntry["deltas"]>];

/** The rows of one unit, one after another. */
const entries = (all: readonly Told[]): readonly LedgerEntry[] => {
  let after: UnitState = untouched;
  return all.map(([kind, key, changes], nth) => {
    const before = after;
    const deltas = { total: 0, available: 0, held: 0, locked: 0, sold: 0, invalid: 0, ...changes };
    const moved = Object.fromEntries(buckets.map((bucket) => [bucket, before[bucket] + deltas[bucket]]));
    after = { ...before, ...moved, status: "ACTIVE", version: nth + 1 };
    const operation = `${kind.toLowerCase()} ${key}`;
    const requestKey = kind === "OPEN" ? null : key;
    return { entryId: nth + 1, operation, unitId, version: nth + 1, kind, requestKey, deltas, before, after };
  });
};

const event = (eventId: number, { orderId, status, version, userId }: BookedOrder): BookedEvent => {
  const payload = { userId, unitId, ...paymentOf(orderId) };
  return { eventId, orderId, eventType: `ORDER_${status}`, version, payload, published: true };
};

const places = [
  ["ord-0001/r1", "CONFIRMED"],
  ["ord-0002/r1", "RELEASED"],
  ["ord-0002/r2", "CONFIRMED"],
  ["ord-0003/r1", "RELEASED"],
  ["ord-0004/r1", "RELEASED"],
  ["ord-0005/r1", "HELD"],
  ["ord-0006/r1", "RELEASED"],
] as const;

const orders = Object.entries(paths).map(order);
const events = orders.filter(({ status }) => status !== "CREATED").map((one, nth) => event(nth + 1, one));

export const soundBooks: Books = {
  orders,
  moves: Object.entries(paths).flatMap(movesOf),
  reservations: places.map(([requestKey, status]) => place(requestKey, status)),
  locks: [],
  statement: [
    { kind: "CHARGE", orderId: "ord-0001", ...paymentOf("ord-0001") },
    { kind: "CHARGE", orderId: "ord-0002", ...paymentOf("ord-0002") },
    { kind: "CHARGE", orderId: "ord-0003", ...paymentOf("ord-0003") },
    { kind: "REFUND", orderId: "ord-0003", ...paymentOf("ord-0003") },
  ],
  refunds: [{ refundKey: "rf-ord-0003", orderId: "ord-0003", ...paymentOf("ord-0003"), status: "succeeded" }],
  conflicts: [{ orderId: "ord-0002", amount: price.amount, decision: "rehold", decider: "manager" }],
  balances: [
    {
      unitId,
      status: "ACTIVE",
      epoch: 1,
      version: 14,
      total: 10,
      available: 7,
      held: 1,
      locked: 0,
      sold: 2,
      invalid: 0,
    },
  ],
  ledger: entries([
    ["OPEN", unitId, { total: 10, available: 10 }],
    ...places.map(([requestKey]): Told => ["HOLD", requestKey, { available: -1, held: 1 }]),
    ...places.flatMap(([requestKey, status]): readonly Told[] => {
      if (status === "CONFIRMED") return [["CONFIRM", requestKey, { held: -1, sold: 1 }]];
      return status === "RELEASED" ? [["RELEASE", requestKey, { held: -1, available: 1 }]] : [];
    }),
  ]),
  archive: [],
  events,
  receipts: events.map(({ eventId }) => ({ eventId })),
  shipments: events.map(({ orderId, version, eventType }) => {
    return { orderId, lastVersion: version, shipCount: eventType === "ORDER_PAID" ? 1 : 0 };
  }),
};

export function damage(books: Books, change: (books: Books) => Partial<Books>): Books {
  return { ...books, ...change(books) };
}
