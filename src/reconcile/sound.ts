/**
 * Small books that agree in everything, for tests to damage: six orders in five states on one unit of ten pieces. The
 * second lost its first place, which was sold again, and was paid on its second.
 */
import type { BookedOrder, BookedReservation, Books, LedgerEntry } from "./books.ts";

const unitId = "sku-lab-01";
const amount = 1990n;

const order = (orderId: string, status: BookedOrder["status"]): BookedOrder => {
  return { orderId, status, amount, reservationKey: orderId === "ord-0002" ? "ord-0002/r2" : `${orderId}/r1` };
};

const place = (requestKey: string, status: BookedReservation["status"]): BookedReservation => {
  return { requestKey, unitId, status, quantity: 1 };
};

const entry = (operation: string, deltas: Partial<LedgerEntry["deltas"]>): LedgerEntry => {
  return { operation, unitId, deltas: { total: 0, available: 0, held: 0, locked: 0, sold: 0, invalid: 0, ...deltas } };
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

export const soundBooks: Books = {
  orders: [
    order("ord-0001", "PAID"),
    order("ord-0002", "PAID"),
    order("ord-0003", "REFUNDED"),
    order("ord-0004", "FAILED"),
    order("ord-0005", "CREATED"),
    order("ord-0006", "CANCELLED"),
  ],
  reservations: places.map(([requestKey, status]) => place(requestKey, status)),
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
    ...places.map(([requestKey]) => entry(`hold ${requestKey}`, { available: -1, held: 1 })),
    ...places.flatMap(([requestKey, status]) => {
      if (status === "CONFIRMED") return [entry(`confirm ${requestKey}`, { held: -1, sold: 1 })];
      return status === "RELEASED" ? [entry(`release ${requestKey}`, { held: -1, available: 1 })] : [];
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
