/** What may become of the orders. */

import fc from "fast-check";
import { statuses, type OrderStatus } from "../../../../src/order/machine.ts";
import type { BookedOrder, Books } from "../../../../src/reconcile/books.ts";
import {
  instead,
  moneyElsewhere,
  moneyLabel,
  nobody,
  placeLabel,
  raise,
  together,
  type Case,
  type Damage,
  type Raised,
} from "../damage.ts";

const each = (of: (books: Books, order: BookedOrder) => fc.Arbitrary<Case>): Damage["cases"] => {
  return (books) => books.orders.map((order) => of(books, order));
};

const changed = (books: Books, order: BookedOrder, by: Partial<BookedOrder>, raises: readonly Raised[]): Case => ({
  what: `${order.orderId} ${order.status}: ${Object.keys(by).join()} ${Object.values(by).join()}`,
  damaged: { orders: instead(books.orders, order, { ...order, ...by }) },
  raises,
});

const pending: readonly OrderStatus[] = ["PAYING", "UNKNOWN", "REFUNDING"];

/** What an order had that has come to this end. */
const hasBeen = {
  CREATED: { charged: false, refunded: false, place: "HELD" },
  PAID: { charged: true, refunded: false, place: "CONFIRMED" },
  FAILED: { charged: false, refunded: false, place: "RELEASED" },
  CANCELLED: { charged: false, refunded: false, place: "RELEASED" },
  REFUNDED: { charged: true, refunded: true, place: "RELEASED" },
} as const;

/** What an order is called that says it is another than its money and its place say; money comes first. */
function misstated(from: keyof typeof hasBeen, to: OrderStatus): string | undefined {
  const { charged, refunded, place } = hasBeen[from];
  const amiss = {
    PAID: charged ? (refunded ? "REFUND" : undefined) : "CHARGE",
    REFUNDED: refunded ? undefined : "CHARGE",
    CREATED: charged ? "CHARGE" : undefined,
    FAILED: charged !== refunded ? "CHARGE" : undefined,
    CANCELLED: charged !== refunded ? "CHARGE" : undefined,
    ...{ PAYING: undefined, UNKNOWN: undefined, REFUNDING: undefined },
  } as const;
  const money = amiss[to];
  return money === undefined ? placeLabel(to, place) : moneyLabel(to, money);
}

const isPaid = (status: OrderStatus): number => (status === "PAID" ? 1 : 0);

const paidFor = ({ status, amount }: BookedOrder): bigint => (status === "PAID" ? amount : 0n);

/** Its places, and the events that tell of it, name buyer and unit as well. */
function namedElsewhere({ reservations, events }: Books, { orderId }: BookedOrder): readonly Raised[] {
  const places = reservations.filter(({ requestKey }) => requestKey.startsWith(`${orderId}/`));
  return [
    ...places.flatMap(({ requestKey }) => raise(requestKey, "RESERVATION_UNLIKE_ORDER")),
    ...toldUnlike(events, orderId),
  ];
}

/** Whoever was paid, told of it, or has to give it back names the payment as well. */
function paidOtherwise(
  { events, refunds, statement }: Books,
  { orderId, status }: BookedOrder,
  money: Parameters<typeof moneyElsewhere>[1],
  refund: string,
): readonly Raised[] {
  const of = (row: { readonly orderId: string }): boolean => row.orderId === orderId;
  return [
    ...raise(orderId, moneyElsewhere(status, money), statement.some(of)),
    ...toldUnlike(events, orderId),
    ...refunds.filter(of).flatMap(() => raise(orderId, refund)),
  ];
}

/** Each event of an order tells of it. */
function toldUnlike(events: Books["events"], orderId: string): readonly Raised[] {
  return events.flatMap((event) => raise(orderId, "EVENT_UNLIKE_ORDER", event.orderId === orderId));
}

export const orderDamages: readonly Damage[] = [
  {
    name: "an order is lost",
    cases: each((books, order) => {
      const { orderId, status, reservationKey } = order;
      const of = (row: { readonly orderId: string }): boolean => row.orderId === orderId;
      return fc.constant({
        what: `${orderId} ${status} is gone`,
        damaged: { orders: instead(books.orders, order) },
        raises: [
          ...raise(orderId, "ORDER_UNLIKE_MOVES"),
          ...raise(orderId, "REFUND_TASKS_UNLIKE_ORDER", books.refunds.some(of)),
          ...raise("GLOBAL", "CHANNEL_WITHOUT_ORDER", books.statement.some(of)),
          ...raise(orderId, "CONFLICT_UNLIKE_ORDER", books.conflicts.some(of)),
          ...raise(reservationKey, "RESERVATION_WITHOUT_ORDER", status === "PAID" || status === "CREATED"),
          ...together({ paid: -isPaid(status), paidSum: -paidFor(order) }),
        ],
      });
    }),
  },
  {
    name: "an order is doubled",
    cases: each((books, order) => {
      const { orderId } = nobody;
      const { status } = order;
      return fc.constant({
        what: `${order.orderId} ${status} is there as ${orderId} besides`,
        damaged: { orders: [...books.orders, { ...order, orderId }] },
        raises: [
          ...raise(orderId, "ORDER_UNLIKE_MOVES"),
          ...raise(orderId, "RESERVATION_UNLIKE_ORDER"),
          ...raise(orderId, "REFUND_TASKS_UNLIKE_ORDER", status === "REFUNDED"),
          ...raise(orderId, moneyLabel(status, "CHARGE"), status === "PAID" || status === "REFUNDED"),
          ...together({ paid: isPaid(status), paidSum: paidFor(order) }),
        ],
      });
    }),
  },
  {
    name: "an order is in another state",
    cases: (books) =>
      books.orders.map((order) =>
        fc.constantFrom(...statuses.filter((status) => status !== order.status)).map((status) => {
          const by = { ...order, status };
          const refunds = [order.status, status].some((one) => one === "REFUNDED" || one === "REFUNDING");
          return changed(books, order, { status }, [
            ...raise(order.orderId, misstated(order.status as keyof typeof hasBeen, status)),
            ...raise(order.orderId, "ORDER_UNLIKE_MOVES"),
            ...raise(order.orderId, "REFUND_TASKS_UNLIKE_ORDER", refunds),
            ...together({
              paid: isPaid(status) - isPaid(order.status),
              paidSum: paidFor(by) - paidFor(order),
              pending: pending.includes(status),
            }),
          ]);
        }),
      ),
  },
  {
    name: "an order is of another amount",
    unseen: "of an order that nobody was charged or told of, only the order itself knows the amount",
    cases: each((books, order) => {
      const { orderId, status } = order;
      const refunds = books.refunds.filter((refund) => refund.orderId === orderId);
      return fc
        .bigInt({ min: 1n, max: 2n * order.amount })
        .filter((amount) => amount !== order.amount)
        .map((amount) =>
          changed(books, order, { amount }, [
            ...raise(orderId, moneyLabel(status, "CHARGE"), status === "PAID" || status === "REFUNDED"),
            ...toldUnlike(books.events, orderId),
            ...refunds.flatMap(() => raise(orderId, "REFUND_UNLIKE_AMOUNT")),
            ...raise(
              orderId,
              "CONFLICT_UNLIKE_ORDER",
              books.conflicts.some((one) => one.orderId === orderId),
            ),
            ...together({ paidSum: paidFor({ ...order, amount }) - paidFor(order) }),
          ]),
        );
    }),
  },
  {
    name: "an order is in another currency",
    unseen: "of an order that nobody was charged or told of, only the order itself knows the currency",
    cases: each((books, order) =>
      fc
        .constantFrom("USD", "JPY", nobody.currency)
        .map((currency) =>
          changed(books, order, { currency }, [
            ...paidOtherwise(books, order, "IN_OTHER_CURRENCY", "REFUND_UNLIKE_CURRENCY"),
            ...together({ paidSum: -paidFor(order), elsewhere: paidFor(order) }),
          ]),
        ),
    ),
  },
  {
    name: "an order is paid for as another object",
    unseen: "of an order that nobody was charged or told of, only the order itself knows its object",
    cases: each((books, order) => {
      const others = books.orders.map(({ paymentObject }) => paymentObject);
      return fc
        .constantFrom(...others.filter((object) => object !== order.paymentObject), nobody.paymentObject)
        .map((paymentObject) =>
          changed(
            books,
            order,
            { paymentObject },
            paidOtherwise(books, order, "FOR_OTHER_OBJECT", "REFUND_UNLIKE_OBJECT"),
          ),
        );
    }),
  },
  {
    name: "an order is of another version",
    cases: each((books, order) =>
      fc
        .integer({ min: 1, max: 9 })
        .filter((version) => version !== order.version)
        .map((version) => changed(books, order, { version }, raise(order.orderId, "ORDER_UNLIKE_MOVES"))),
    ),
  },
  {
    name: "an order is another buyer's",
    cases: each((books, order) =>
      fc
        .constantFrom(...new Set(books.orders.map(({ userId }) => userId)), nobody.userId)
        .filter((userId) => userId !== order.userId)
        .map((userId) => changed(books, order, { userId }, namedElsewhere(books, order))),
    ),
  },
  {
    name: "an order is of another unit",
    cases: each((books, order) => {
      const { unitId } = nobody;
      return fc.constant(changed(books, order, { unitId }, namedElsewhere(books, order)));
    }),
  },
  {
    name: "an order points at another place",
    cases: each((books, order) => {
      const { orderId, status } = order;
      const others = books.reservations.filter(({ requestKey }) => requestKey !== order.reservationKey);
      const anywhere = [...others, { requestKey: `${nobody.orderId}/r1`, status: "NONE" as const }];
      return fc
        .constantFrom(...anywhere)
        .map((place) =>
          changed(books, order, { reservationKey: place.requestKey }, [
            ...raise(orderId, "RESERVATION_UNLIKE_ORDER", !place.requestKey.startsWith(`${orderId}/`)),
            ...raise(orderId, placeLabel(status, place.status)),
            ...raise(order.reservationKey, "RESERVATION_WITHOUT_ORDER", status === "PAID" || status === "CREATED"),
          ]),
        );
    }),
  },
];
