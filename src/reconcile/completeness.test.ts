import { describe, expect, it } from "vitest";
import type { Books } from "./books.ts";
import { damage, soundBooks } from "./sound.ts";
import { judge } from "./report.ts";

type Case = readonly [string, (books: Books) => Partial<Books>, readonly string[]];

const withBalance = (change: Partial<Books["balances"][number]>) => (books: Books) => ({
  balances: books.balances.map((row) => ({ ...row, ...change })),
});

const cases: readonly Case[] = [
  [
    "a PAID order without its event",
    (books) => ({ events: books.events.filter(({ eventId }) => eventId !== 2) }),
    ["ord-0002 PAID_WITHOUT_EVENT events=0"],
  ],
  [
    "an event written twice",
    (books) => ({
      events: [...books.events, { eventId: 6, orderId: "ord-0001", eventType: "ORDER_PAID", published: false }],
    }),
    ["ord-0001 PAID_EVENT_REPEATED events=2"],
  ],
  [
    "an event of something that did not happen",
    (books) => ({
      events: [...books.events, { eventId: 6, orderId: "ord-0004", eventType: "ORDER_PAID", published: false }],
    }),
    ["ord-0004 EVENT_WITHOUT_PAID event=6"],
  ],
  [
    "a ledger row missing",
    (books) => ({ ledger: books.ledger.filter(({ operation }) => operation !== "confirm ord-0001/r1") }),
    [
      "sku-lab-01 LEDGER_UNLIKE_BALANCE held: ledger=2 != balance=1",
      "sku-lab-01 LEDGER_UNLIKE_BALANCE sold: ledger=1 != balance=2",
    ],
  ],
  [
    "a balance nudged",
    withBalance({ available: 6, invalid: 1 }),
    [
      "sku-lab-01 LEDGER_UNLIKE_BALANCE available: ledger=7 != balance=6",
      "sku-lab-01 LEDGER_UNLIKE_BALANCE invalid: ledger=0 != balance=1",
    ],
  ],
  [
    "a place of nobody",
    (books) => ({
      reservations: [
        ...books.reservations,
        { requestKey: "ord-0003/r2", unitId: "sku-lab-01", status: "HELD", quantity: 1 },
      ],
    }),
    ["ord-0003/r2 RESERVATION_WITHOUT_ORDER reservation=HELD"],
  ],
  [
    "a refund task still open though the order is REFUNDED",
    (books) => ({ refunds: books.refunds.map((row) => ({ ...row, status: "pending" })) }),
    ["ord-0003 REFUND_TASKS_UNLIKE_ORDER REFUNDED succeeded=0"],
  ],
  [
    "a refund task of a PAID order that succeeded",
    (books) => ({
      refunds: [...books.refunds, { refundKey: "rf-ord-0001", orderId: "ord-0001", status: "succeeded" }],
    }),
    ["ord-0001 REFUND_TASKS_UNLIKE_ORDER PAID succeeded=1"],
  ],
  [
    "shipped twice",
    (books) => ({
      shipments: books.shipments.map((row) => (row.orderId === "ord-0001" ? { ...row, shipCount: 2 } : row)),
    }),
    ["ord-0001 SHIPPED_TWICE shipments=2"],
  ],
  [
    "shipped for nothing",
    (books) => ({
      shipments: books.shipments.map((row) => (row.orderId === "ord-0003" ? { ...row, shipCount: 1 } : row)),
    }),
    ["ord-0003 SHIPPED_WITHOUT_PAID shipments=1"],
  ],
  [
    "told and never shipped",
    (books) => ({ shipments: books.shipments.filter(({ orderId }) => orderId !== "ord-0001") }),
    ["ord-0001 TOLD_BUT_NOT_SHIPPED shipments=0"],
  ],
];

describe("completeness: each rule fires on its own fault alone", () => {
  it.each(cases)("%s", (_what, change, lines) => {
    expect(judge(damage(soundBooks, change)).completeness.map(({ text }) => text)).toEqual(lines);
  });

  it("stays out of the three books' mismatches when an event is lost", () => {
    const books = damage(soundBooks, () => ({ events: [] }));
    expect(judge(books).mismatches).toEqual([]);
  });
});
