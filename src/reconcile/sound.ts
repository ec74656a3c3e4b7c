/** Small books that agree in everything, for tests to damage: six orders in five states on one unit of ten pieces. */
import type { BookedOrder, BookedReservation, Books, LedgerEntry } from "./books.ts";

const unitId = "sku-lab-01";
const amount = 1990n;

const order = (orderId: string, status: BookedOrder["status"]): BookedOrder => {
  return { orderId, status, amount, reservationKey: `${orderId}/r1` };
};

const place = (orderId: string, status: BookedReservation["status"]): BookedReservation => {
  return { requestKey: `${orderId}/r1`, unitId, status, quantity: 1 };
};

const entry = (operation: string, deltas: Partial<LedgerEntry["deltas"]>): LedgerEntry => {
  return { operation, unitId, deltas: { total: 0, available: 0, held: 0, locked: 0, sold: 0, invalid: 0, ...deltas } };
};

const outcomes = [
  ["ord-0001", "PAID", "CONFIRMED"],
  ["ord-0002", "PAID", "CONFIRMED"],
  ["ord-0003", "REFUNDED", "RELEASED"],
  ["ord-0004", "FAILED", "RELEASED"],
  ["ord-0005", "CREATED", "HELD"],
  ["ord-0006", "CANCELLED", "RELEASED"],
] as const;

export const soundBooks: Books = {
  orders: outcomes.map(([orderId, status]) => order(orderId, status)),
  reservations: outcomes.map(([orderId, , reservation]) => place(orderId, reservation)),
  statement: [
    { kind: "CHARGE", orderId: "ord-0001", amount },
    { kind: "CHARGE", orderId: "ord-0002", amount },
    { kind: "CHARGE", orderId: "ord-0003", amount },
    { kind: "REFUND", orderId: "ord-0003", amount },
  ],
  refunds: [{ refundKey: "rf-ord-0003", orderId: "ord-0003", status: "succeeded" }],
  balances: [{ unitId, total: 10, available: 7, held: 1, locked: 0, sold: 2, invalid: 0 }],
  ledger: [
    entry(`open ${unitId}`, { total: 10, available: 10 }),
    ...outcomes.map(([orderId]) => entry(`hold ${orderId}/r1`, { available: -1, held: 1 })),
    ...outcomes.flatMap(([orderId, , reservation]) => {
      if (reservation === "CONFIRMED") return [entry(`confirm ${orderId}/r1`, { held: -1, sold: 1 })];
      return reservation === "RELEASED" ? [entry(`release ${orderId}/r1`, { held: -1, available: 1 })] : [];
    }),
  ],
  events: [
    { eventId: 1, orderId: "ord-0001", eventType: "ORDER_PAID", published: true },
    { eventId: 2, orderId: "ord-0002", eventType: "ORDER_PAID", published: false },
    { eventId: 3, orderId: "ord-0003", eventType: "ORDER_REFUNDED", published: true },
    { eventId: 4, orderId: "ord-0004", eventType: "ORDER_FAILED", published: true },
    { eventId: 5, orderId: "ord-0006", eventType: "ORDER_CANCELLED", published: true },
  ],
  shipments: [
    { orderId: "ord-0001", shipCount: 1 },
    { orderId: "ord-0003", shipCount: 0 },
    { orderId: "ord-0004", shipCount: 0 },
    { orderId: "ord-0006", shipCount: 0 },
  ],
};

export function damage(books: Books, change: (books: Books) => Partial<Books>): Books {
  return { ...books, ...change(books) };
}
