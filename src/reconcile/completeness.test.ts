import { expect, it } from "vitest";
import { toldAmount } from "./load.ts";
import type { Books } from "./books.ts";
import { damage, soundBooks } from "./sound.ts";
import { judge } from "./report.ts";

type Case = readonly [string, (books: Books) => Partial<Books>, readonly string[]];

/** Of each list, the rows that are meant, changed. */
const withOrder = (id: string, change: Partial<Books["orders"][number]>) => (books: Books) => ({
  orders: books.orders.map((row) => (row.orderId === id ? { ...row, ...change } : row)),
});
const withEvent = (id: number, change: Partial<Books["events"][number]>) => (books: Books) => ({
  events: books.events.map((row) => (row.eventId === id ? { ...row, ...change } : row)),
});
const withMoreEvents = (change: Partial<Books["events"][number]>) => (books: Books) => ({
  events: [...books.events, { ...books.events[0]!, eventId: 6, published: false, ...change }],
});
const withShipment = (id: string, change: Partial<Books["shipments"][number]>) => (books: Books) => ({
  shipments: books.shipments.map((row) => (row.orderId === id ? { ...row, ...change } : row)),
});
const withPlace = (key: string, change: Partial<Books["reservations"][number]>) => (books: Books) => ({
  reservations: books.reservations.map((row) => (row.requestKey === key ? { ...row, ...change } : row)),
});

const withConflict = (change: Partial<Books["conflicts"][number]>) => (books: Books) => ({
  conflicts: books.conflicts.map((row) => ({ ...row, ...change })),
});
/** One that is open, and what was taken out of it. */
const lockOf = (quantity: number): Books["locks"][number] => {
  return { lockId: "lock-1", unitId: "sku-lab-01", quantity, status: "OPEN", reversible: true };
};
const outOf = (lockId: string, status: Books["reservations"][number]["status"]): Books["reservations"][number] => {
  return { ...soundBooks.reservations[0]!, requestKey: `op-${status}`, caller: "mall", status, lockId };
};

/** What the second event says of its order. */
const { payload } = soundBooks.events[1]!;

const cases: readonly Case[] = [
  [
    "a move into a final state that nobody was told of",
    (books) => ({ events: books.events.filter(({ eventId }) => eventId !== 4) }),
    ["ord-0004 FAILED_WITHOUT_EVENT events=0"],
  ],
  ["an event written twice", withMoreEvents({}), ["ord-0001 PAID_EVENT_REPEATED events=2"]],
  [
    "an event of something that did not happen",
    withMoreEvents({ eventType: "ORDER_REFUNDED" }),
    ["ord-0001 EVENT_WITHOUT_REFUNDED event=6"],
  ],
  [
    "an event of a state that is no end",
    withMoreEvents({ eventType: "ORDER_PAYING", version: 2 }),
    ["ord-0001 EVENT_OF_NO_END event=6"],
  ],
  ["an event of another version", withEvent(3, { version: 5 }), ["ord-0003 EVENT_OF_OTHER_VERSION event=3 v5"]],
  [
    "an event that says something else of its order",
    withEvent(2, { payload: { ...payload, amount: 5n } }),
    ["ord-0002 EVENT_UNLIKE_ORDER event=2 sku-lab-01 for user-0002, 5 EUR as pay-ord-0002"],
  ],
  [
    "an event that says another currency of its order",
    withEvent(2, { payload: { ...payload, currency: "USD" } }),
    ["ord-0002 EVENT_UNLIKE_ORDER event=2 sku-lab-01 for user-0002, 1990 USD as pay-ord-0002"],
  ],
  [
    "an event that says another payment object of its order",
    withEvent(2, { payload: { ...payload, paymentObject: "pay-ord-0001" } }),
    ["ord-0002 EVENT_UNLIKE_ORDER event=2 sku-lab-01 for user-0002, 1990 EUR as pay-ord-0001"],
  ],
  [
    "an event that says no amount",
    withEvent(2, { payload: { ...payload, amount: toldAmount(null) } }),
    ["ord-0002 EVENT_UNLIKE_ORDER event=2 sku-lab-01 for user-0002, null EUR as pay-ord-0002"],
  ],
  [
    "published, and the consumer never had it",
    (books) => ({ receipts: books.receipts.slice(1) }),
    ["ord-0001 PUBLISHED_BUT_NOT_RECEIVED event=1"],
  ],
  ["shipped twice", withShipment("ord-0001", { shipCount: 2 }), ["ord-0001 SHIPPED_TWICE shipments=2"]],
  ["shipped for nothing", withShipment("ord-0003", { shipCount: 1 }), ["ord-0003 SHIPPED_WITHOUT_PAID shipments=1"]],
  ["told and never shipped", withShipment("ord-0001", { shipCount: 0 }), ["ord-0001 TOLD_BUT_NOT_SHIPPED shipments=0"]],
  [
    "known by the consumer in another version",
    withShipment("ord-0003", { lastVersion: 3 }),
    ["ord-0003 SHIPMENT_UNLIKE_MOVES known in v3, told in v4"],
  ],
  [
    "a balance nudged",
    (books) => ({ balances: books.balances.map((row) => ({ ...row, available: 6, invalid: 1 })) }),
    [
      "sku-lab-01 LEDGER_UNLIKE_BALANCE available: ledger=7 != balance=6",
      "sku-lab-01 LEDGER_UNLIKE_BALANCE invalid: ledger=0 != balance=1",
    ],
  ],
  [
    "a lock that nobody made",
    () => ({ locks: [lockOf(2)] }),
    ["sku-lab-01 LOCKED_UNLIKE_LOCKS locked=0 != open locks=2"],
  ],
  [
    "a place taken out of a lock that is empty",
    (books) => ({
      locks: [lockOf(1), { ...lockOf(5), lockId: "lock-2", status: "ENDED" }],
      reservations: [...books.reservations, outOf("lock-1", "CONFIRMED"), outOf("lock-1", "HELD")],
    }),
    [
      ...["CONFIRMED", "HELD"].map(
        (status) =>
          `op-${status} LEDGER_UNLIKE_RESERVATIONS ledger: ; must be: hold sku-lab-01 locked-1 held+1` +
          (status === "HELD" ? "" : ", confirm sku-lab-01 held-1 sold+1"),
      ),
      "sku-lab-01 LOCKED_UNLIKE_LOCKS locked=0 != open locks=-1",
    ],
  ],
  [
    "what was refunded out of a lock is back there where it can be sold again",
    (books) => ({
      locks: [lockOf(1), { ...lockOf(2), lockId: "lock-2", reversible: false }],
      reservations: [...books.reservations, outOf("lock-1", "RELEASED"), outOf("lock-2", "REFUNDED")],
    }),
    [
      "op-RELEASED LEDGER_UNLIKE_RESERVATIONS ledger: ; must be: hold sku-lab-01 locked-1 held+1, release sku-lab-01 held-1 available+1",
      "op-REFUNDED LEDGER_UNLIKE_RESERVATIONS ledger: ; must be: hold sku-lab-01 locked-1 held+1, confirm sku-lab-01 held-1 sold+1, refund sku-lab-01 sold-1 available+1",
      "sku-lab-01 LOCKED_UNLIKE_LOCKS locked=0 != open locks=2",
    ],
  ],
  [
    "a place that the ledger knows otherwise",
    withPlace("ord-0003/r1", { quantity: 2 }),
    [
      "ord-0003/r1 LEDGER_UNLIKE_RESERVATIONS " +
        "ledger: hold sku-lab-01 available-1 held+1, release sku-lab-01 held-1 available+1; " +
        "must be: hold sku-lab-01 available-2 held+2, release sku-lab-01 held-2 available+2",
    ],
  ],
  [
    "a place of nobody",
    (books) => ({
      orders: withOrder("ord-0005", { reservationKey: "ord-0005/r2" })(books).orders,
    }),
    ["ord-0005/r1 RESERVATION_WITHOUT_ORDER reservation=HELD"],
  ],
  [
    "a place for somebody else",
    withPlace("ord-0001/r1", { userId: "user-0009" }),
    ["ord-0001/r1 RESERVATION_UNLIKE_ORDER sku-lab-01 for user-0009, ordered was sku-lab-01 for user-0001"],
  ],
  [
    "an order that points at a place of another",
    withOrder("ord-0004", { reservationKey: "ord-0006/r1" }),
    ["ord-0004 RESERVATION_UNLIKE_ORDER points at ord-0006/r1"],
  ],
  [
    "an order that never came to be what it is",
    withOrder("ord-0003", { status: "PAID" }),
    [
      "ord-0003 ORDER_UNLIKE_MOVES PAID v4, moves: CREATED v1, PAYING v2, REFUNDING v3, REFUNDED v4",
      "ord-0003 REFUND_TASKS_UNLIKE_ORDER PAID, refunds: succeeded",
    ],
  ],
  [
    "a refund task still open though the order is REFUNDED",
    (books) => ({ refunds: books.refunds.map((row) => ({ ...row, status: "pending" })) }),
    ["ord-0003 REFUND_TASKS_UNLIKE_ORDER REFUNDED, refunds: pending"],
  ],
  [
    "a conflict that nobody knows of, and its decision",
    () => ({ conflicts: [] }),
    ["ord-0002 DECISION_UNLIKE_MOVES decided: nothing, moves by decision: PAID"],
  ],
  [
    "a conflict decided otherwise",
    withConflict({ decision: "refund" }),
    ["ord-0002 DECISION_UNLIKE_MOVES decided: refund, moves by decision: PAID"],
  ],
  [
    "a conflict of half of the money",
    withConflict({ amount: 995n }),
    ["ord-0002 CONFLICT_UNLIKE_ORDER amount=995, ordered was 1990"],
  ],
  [
    "a conflict of a refunded order, and it is open still",
    (books) => ({
      conflicts: [...books.conflicts, { orderId: "ord-0003", amount: 1990n, decision: null, decider: null }],
    }),
    [
      "ord-0003 OPEN_CONFLICT_UNLIKE_ORDER REFUNDED reservation=RELEASED",
      "ord-0003 OPEN_CONFLICT_WITHOUT_MONEY charged=1990 refunded=1990",
    ],
  ],
  [
    "half of the money to be given back",
    (books) => ({ refunds: books.refunds.map((row) => ({ ...row, amount: 995n })) }),
    ["ord-0003 REFUND_UNLIKE_AMOUNT rf-ord-0003 amount=995"],
  ],
  [
    "money to be given back in another currency",
    (books) => ({ refunds: books.refunds.map((row) => ({ ...row, currency: "USD" })) }),
    ["ord-0003 REFUND_UNLIKE_CURRENCY rf-ord-0003 currency=USD"],
  ],
  [
    "money to be given back for another object",
    (books) => ({ refunds: books.refunds.map((row) => ({ ...row, paymentObject: "pay-ord-0001" })) }),
    ["ord-0003 REFUND_UNLIKE_OBJECT rf-ord-0003 object=pay-ord-0001"],
  ],
];

it.each(cases)("completeness: %s", (_what, change, lines) => {
  expect(judge(damage(soundBooks, change)).completeness.map(({ text }) => text)).toEqual(lines);
});

it("completeness: stays out of the three books' mismatches when events are lost", () => {
  const books = damage(soundBooks, () => ({ events: [] }));
  expect(judge(books).mismatches).toEqual([]);
});
