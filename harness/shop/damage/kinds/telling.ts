/** What may become of events, and of what the consumer knows. */

import fc from "fast-check";
import { isTerminal, statuses, type OrderStatus } from "../../../../src/order/machine.ts";
import type { BookedEvent, BookedShipment, Books } from "../../../../src/reconcile/books.ts";
import {
  elsewhere,
  instead,
  nobody,
  orderOf,
  paymentOf,
  raise,
  type Case,
  type Damage,
  type Raised,
} from "../damage.ts";

const ends = statuses.filter(isTerminal);

const eachEvent = (of: (books: Books, event: BookedEvent) => fc.Arbitrary<Case>): Damage["cases"] => {
  return (books) => books.events.map((event) => of(books, event));
};

const wordsOf = ({ eventId, orderId, eventType, version, published }: BookedEvent): string =>
  `event ${eventId} ${orderId} ${eventType} v${version}${published ? "" : ", unpublished"}`;

const changed = (books: Books, event: BookedEvent, by: readonly BookedEvent[], raises: readonly Raised[]): Case => ({
  what: `${wordsOf(event)} is ${by.length === 0 ? "gone" : by.map(wordsOf).join("; ")}`,
  damaged: { events: instead(books.events, event, ...by) },
  raises,
});

const stateOf = ({ eventType }: BookedEvent): string => eventType.replace("ORDER_", "");

const untold = (event: BookedEvent): readonly Raised[] => raise(event.orderId, `${stateOf(event)}_WITHOUT_EVENT`);

/** What is said of an event that there is besides those that there must be. */
function besides(books: Books, event: BookedEvent): readonly Raised[] {
  const { orderId, version } = event;
  const move = books.moves.find((one) => one.orderId === orderId && one.to === stateOf(event));
  if (move === undefined || !isTerminal(move.to)) {
    const isEnd = ends.some((status) => status === stateOf(event));
    return raise(orderId, isEnd ? `EVENT_WITHOUT_${stateOf(event)}` : "EVENT_OF_NO_END");
  }
  return [
    ...raise(orderId, `${move.to}_EVENT_REPEATED`),
    ...raise(orderId, "EVENT_OF_OTHER_VERSION", move.version !== version),
  ];
}

function unlike(books: Books, { orderId, payload }: BookedEvent): readonly Raised[] {
  const order = orderOf(books, orderId) ?? payload;
  const facts = ["userId", "unitId", "amount", "currency", "paymentObject"] as const;
  return raise(orderId, "EVENT_UNLIKE_ORDER", !facts.every((fact) => order[fact] === payload[fact]));
}

const eventDamages: readonly Damage[] = [
  {
    name: "an event is lost",
    cases: eachEvent((books, event) => fc.constant(changed(books, event, [], untold(event)))),
  },
  {
    name: "an event is doubled",
    cases: eachEvent((books, event) => {
      const copy = { ...event, eventId: nobody.eventId, published: false };
      return fc.constant(changed(books, event, [event, copy], besides(books, copy)));
    }),
  },
  {
    name: "an event tells of what did not happen",
    cases: (books) =>
      books.orders.flatMap((order) => {
        const { orderId, userId, unitId, version } = order;
        const reached = books.moves.filter((move) => move.orderId === orderId).map(({ to }) => to);
        return ends
          .filter((status) => !reached.includes(status))
          .map((status) => {
            const payload = { userId, unitId, ...paymentOf(order) };
            const told = { eventId: nobody.eventId, orderId, eventType: `ORDER_${status}`, version, payload };
            const event = { ...told, published: false };
            return fc.constant({
              what: `${wordsOf(event)} is there besides`,
              damaged: { events: [...books.events, event] },
              raises: besides(books, event),
            });
          });
      }),
  },
  {
    name: "an event is moved to another order",
    cases: eachEvent((books, event) =>
      fc.constantFrom(...elsewhere(books, event.orderId)).map((orderId) => {
        const by = { ...event, orderId };
        return changed(books, event, [by], [...untold(event), ...besides(books, by), ...unlike(books, by)]);
      }),
    ),
  },
  {
    name: "an event tells of another state",
    cases: eachEvent((books, event) =>
      fc
        .constantFrom<OrderStatus[]>(...statuses)
        .map((status) => ({ ...event, eventType: `ORDER_${status}` }))
        .filter(({ eventType }) => eventType !== event.eventType)
        .map((by) => changed(books, event, [by], [...untold(event), ...besides(books, by)])),
    ),
  },
  {
    name: "an event is of another version",
    cases: eachEvent((books, event) =>
      fc
        .integer({ min: 1, max: 9 })
        .filter((version) => version !== event.version)
        .map((version) =>
          changed(books, event, [{ ...event, version }], raise(event.orderId, "EVENT_OF_OTHER_VERSION")),
        ),
    ),
  },
  {
    name: "an event says something else of its order",
    cases: eachEvent((books, event) => {
      const { userId, unitId, currency, paymentObject } = nobody;
      return fc
        .constantFrom(
          { userId },
          { unitId },
          { currency },
          { paymentObject },
          { amount: (event.payload.amount ?? 0n) + 1n },
        )
        .map((other) => ({ ...event, payload: { ...event.payload, ...other } }))
        .map((by) => changed(books, event, [by], unlike(books, by)));
    }),
  },
  {
    name: "an event is unpublished again",
    unseen: "a relay that died before its commit leaves just this: the event is carried again, and is a duplicate",
    cases: eachEvent((books, event) => fc.constant(changed(books, event, [{ ...event, published: false }], []))),
  },
  {
    name: "a receipt is lost",
    cases: ({ receipts, events }) =>
      receipts.map((receipt) => {
        const { orderId = "" } = events.find(({ eventId }) => eventId === receipt.eventId) ?? {};
        return fc.constant({
          what: `the receipt of event ${receipt.eventId} ${orderId} is gone`,
          damaged: { receipts: instead(receipts, receipt) },
          raises: raise(orderId, "PUBLISHED_BUT_NOT_RECEIVED"),
        });
      }),
  },
  {
    name: "a receipt is there for nothing",
    unseen: "till an event gets that number nothing rests on it; then its order is told and not shipped, which is seen",
    cases: ({ receipts }) => [
      fc.integer({ min: nobody.eventId, max: 99_999 }).map((eventId) => ({
        what: `a receipt of event ${eventId} is there besides`,
        damaged: { receipts: [...receipts, { eventId }] },
        raises: [],
      })),
    ],
  },
];

const eachShipment = (of: (books: Books, row: BookedShipment) => fc.Arbitrary<Case>): Damage["cases"] => {
  return (books) => books.shipments.map((row) => of(books, row));
};

const shipmentChanged = (
  books: Books,
  row: BookedShipment,
  by: Partial<BookedShipment>,
  raises: readonly Raised[],
): Case => ({
  what: `${row.orderId}, shipped ${row.shipCount} times: ${Object.keys(by).join()} ${Object.values(by).join()}`,
  damaged: { shipments: instead(books.shipments, row, { ...row, ...by }) },
  raises,
});

const shipmentDamages: readonly Damage[] = [
  {
    name: "the consumer has forgotten an order",
    cases: eachShipment((books, row) =>
      fc.constant({
        what: `${row.orderId}, shipped ${row.shipCount} times, is gone`,
        damaged: { shipments: instead(books.shipments, row) },
        raises: [
          ...raise(row.orderId, "SHIPMENT_UNLIKE_MOVES"),
          ...raise(row.orderId, "TOLD_BUT_NOT_SHIPPED", row.shipCount > 0),
        ],
      }),
    ),
  },
  {
    name: "the consumer knows an order that it was not told of",
    cases: (books) =>
      [...books.orders, nobody]
        .filter(({ orderId }) => books.shipments.every((row) => row.orderId !== orderId))
        .map(({ orderId }) =>
          fc.record({ shipCount: fc.nat(1), lastVersion: fc.integer({ min: 1, max: 9 }) }).map((row) => ({
            what: `${orderId}, shipped ${row.shipCount} times, is there besides`,
            damaged: { shipments: [...books.shipments, { orderId, ...row }] },
            raises: [
              ...raise(orderId, "SHIPMENT_UNLIKE_MOVES"),
              ...raise(orderId, "SHIPPED_WITHOUT_PAID", row.shipCount > 0),
            ],
          })),
        ),
  },
  {
    name: "an order is shipped once more",
    cases: eachShipment((books, row) => {
      const { orderId, shipCount } = row;
      const label = shipCount > 0 ? "SHIPPED_TWICE" : "SHIPPED_WITHOUT_PAID";
      return fc.constant(shipmentChanged(books, row, { shipCount: shipCount + 1 }, raise(orderId, label)));
    }),
  },
  {
    name: "a shipment is lost",
    cases: (books) =>
      books.shipments
        .filter(({ shipCount }) => shipCount > 0)
        .map((row) =>
          fc.constant(shipmentChanged(books, row, { shipCount: 0 }, raise(row.orderId, "TOLD_BUT_NOT_SHIPPED"))),
        ),
  },
  {
    name: "the consumer knows an order in another version",
    cases: eachShipment((books, row) =>
      fc
        .integer({ min: 1, max: 9 })
        .filter((lastVersion) => lastVersion !== row.lastVersion)
        .map((lastVersion) =>
          shipmentChanged(books, row, { lastVersion }, raise(row.orderId, "SHIPMENT_UNLIKE_MOVES")),
        ),
    ),
  },
];

export const tellingDamages: readonly Damage[] = [...eventDamages, ...shipmentDamages];
