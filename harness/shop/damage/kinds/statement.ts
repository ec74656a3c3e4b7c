/** What may become of the channel's statement. */

import fc from "fast-check";
import type { OrderStatus } from "../../../../src/order/machine.ts";
import type { Books, MoneyMovement } from "../../../../src/reconcile/books.ts";
import {
  elsewhere,
  instead,
  moneyElsewhere,
  moneyLabel,
  nobody,
  orderOf,
  paymentOf,
  raise,
  together,
  type Damage,
  type Raised,
} from "../damage.ts";

type Kind = MoneyMovement["kind"];

const signed = ({ kind, amount }: MoneyMovement): bigint => (kind === "CHARGE" ? amount : -amount);

const rowsOf = (books: Books, kind: Kind): readonly MoneyMovement[] =>
  books.statement.filter((row) => row.kind === kind);

const wordsOf = ({ kind, orderId, amount, currency, paymentObject }: MoneyMovement): string =>
  `${kind} ${orderId} ${amount} ${currency} for ${paymentObject}`;

/** What is said of the order of a movement that it had not, has no more, or has otherwise. */
function ofOrder(books: Books, { orderId, paymentObject }: MoneyMovement, kind: Kind): readonly Raised[] {
  const order = orderOf(books, orderId);
  if (order === undefined) return raise("GLOBAL", "CHANNEL_WITHOUT_ORDER");
  const ofAnother = paymentObject !== order.paymentObject;
  return raise(orderId, ofAnother ? moneyElsewhere(order.status, "FOR_OTHER_OBJECT") : moneyLabel(order.status, kind));
}

function statusOf(books: Books, { orderId }: MoneyMovement): OrderStatus {
  return orderOf(books, orderId)?.status ?? "UNKNOWN";
}

/** A second charge of one order. */
function again(books: Books, { kind, orderId }: MoneyMovement): readonly Raised[] {
  return raise(
    "GLOBAL",
    "CHARGED_TWICE",
    kind === "CHARGE" && rowsOf(books, kind).some((row) => row.orderId === orderId),
  );
}

const added = (books: Books, row: MoneyMovement) => ({
  what: `${wordsOf(row)} is there besides`,
  damaged: { statement: [...books.statement, row] },
  raises: [...ofOrder(books, row, row.kind), ...again(books, row), ...together({ net: signed(row) })],
});

const changed = (books: Books, row: MoneyMovement, by: MoneyMovement, raises: readonly Raised[]) => ({
  what: `${wordsOf(row)} is ${wordsOf(by)}`,
  damaged: { statement: instead(books.statement, row, by) },
  raises: [...raises, ...together({ net: signed(by) - signed(row) })],
});

/** The same of either kind of movement. */
function ofKind(kind: Kind, one: string): readonly Damage[] {
  const each = (of: (books: Books, row: MoneyMovement) => ReturnType<Damage["cases"]>[number]): Damage["cases"] => {
    return (books) => rowsOf(books, kind).map((row) => of(books, row));
  };
  return [
    {
      name: `${one} is lost`,
      cases: each((books, row) =>
        fc.constant({
          what: `${wordsOf(row)} is gone`,
          damaged: { statement: instead(books.statement, row) },
          raises: [...ofOrder(books, row, kind), ...together({ net: -signed(row) })],
        }),
      ),
    },
    { name: `${one} is doubled`, cases: each((books, row) => fc.constant(added(books, row))) },
    {
      name: `${one} is moved to another order`,
      cases: each((books, row) =>
        fc.constantFrom(...elsewhere(books, row.orderId)).map((orderId) => {
          const by = { ...row, orderId };
          return changed(books, row, by, [
            ...ofOrder(books, row, kind),
            ...ofOrder(books, by, kind),
            ...again(books, by),
          ]);
        }),
      ),
    },
    {
      name: `${one} is of another amount`,
      cases: each((books, row) =>
        fc
          .bigInt({ min: 1n, max: 2n * row.amount })
          .filter((amount) => amount !== row.amount)
          .map((amount) => changed(books, row, { ...row, amount }, ofOrder(books, row, kind))),
      ),
    },
    {
      name: `${one} is in another currency`,
      cases: each((books, row) =>
        fc.constantFrom("USD", "JPY", nobody.currency).map((currency) => ({
          what: `${wordsOf(row)} is in ${currency}`,
          damaged: { statement: instead(books.statement, row, { ...row, currency }) },
          raises: [
            ...raise(row.orderId, moneyElsewhere(statusOf(books, row), "IN_OTHER_CURRENCY")),
            ...together({ net: -signed(row), elsewhere: signed(row) }),
          ],
        })),
      ),
    },
    {
      name: `${one} is for another payment object`,
      cases: each((books, row) => {
        const others = books.orders.map(({ paymentObject }) => paymentObject);
        return fc
          .constantFrom(...others.filter((object) => object !== row.paymentObject), nobody.paymentObject)
          .map((paymentObject) =>
            changed(books, row, { ...row, paymentObject }, ofOrder(books, { ...row, paymentObject }, kind)),
          );
      }),
    },
    {
      name: `${one} is booked the other way round`,
      cases: each((books, row) => {
        const by: MoneyMovement = { ...row, kind: kind === "CHARGE" ? "REFUND" : "CHARGE" };
        return fc.constant(changed(books, row, by, [...ofOrder(books, row, kind), ...again(books, by)]));
      }),
    },
  ];
}

export const statementDamages: readonly Damage[] = [
  ...ofKind("CHARGE", "a charge"),
  ...ofKind("REFUND", "a refund"),
  {
    name: "an order is charged that nobody asked to charge",
    cases: (books) =>
      books.orders
        .filter(({ orderId }) => books.statement.every((row) => row.orderId !== orderId))
        .map((order) => fc.constant(added(books, { kind: "CHARGE", orderId: order.orderId, ...paymentOf(order) }))),
  },
  {
    name: "an order is refunded that nobody asked to refund",
    cases: (books) =>
      books.orders
        .filter(({ orderId }) => rowsOf(books, "REFUND").every((row) => row.orderId !== orderId))
        .map((order) => fc.constant(added(books, { kind: "REFUND", orderId: order.orderId, ...paymentOf(order) }))),
  },
  {
    name: "a charge belongs to no order",
    cases: (books) => {
      const { orderId, paymentObject } = nobody;
      const currency = books.orders[0]?.currency ?? nobody.currency;
      return [
        fc
          .bigInt({ min: 1n, max: 10_000n })
          .map((amount) => added(books, { kind: "CHARGE", orderId, amount, currency, paymentObject })),
      ];
    },
  },
];
