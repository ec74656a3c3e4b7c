/** What may become of the channel's statement. */

import fc from "fast-check";
import type { Books, MoneyMovement } from "../../../../src/reconcile/books.ts";
import {
  elsewhere,
  instead,
  moneyLabel,
  nobody,
  orderOf,
  raise,
  together,
  type Damage,
  type Raised,
} from "../damage.ts";

type Kind = MoneyMovement["kind"];

const signed = ({ kind, amount }: MoneyMovement): bigint => (kind === "CHARGE" ? amount : -amount);

const rowsOf = (books: Books, kind: Kind): readonly MoneyMovement[] =>
  books.statement.filter((row) => row.kind === kind);

const wordsOf = ({ kind, orderId, amount }: MoneyMovement): string => `${kind} ${orderId} ${amount}`;

/** What is said of the order of a movement that it had not, has no more, or has otherwise. */
function ofOrder(books: Books, { orderId }: MoneyMovement, kind: Kind): readonly Raised[] {
  const order = orderOf(books, orderId);
  return order === undefined
    ? raise("GLOBAL", "CHANNEL_WITHOUT_ORDER")
    : raise(orderId, moneyLabel(order.status, kind));
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
        .map(({ orderId, amount }) => fc.constant(added(books, { kind: "CHARGE", orderId, amount }))),
  },
  {
    name: "an order is refunded that nobody asked to refund",
    cases: (books) =>
      books.orders
        .filter(({ orderId }) => rowsOf(books, "REFUND").every((row) => row.orderId !== orderId))
        .map(({ orderId, amount }) => fc.constant(added(books, { kind: "REFUND", orderId, amount }))),
  },
  {
    name: "a charge belongs to no order",
    cases: (books) => [
      fc
        .bigInt({ min: 1n, max: 10_000n })
        .map((amount) => added(books, { kind: "CHARGE", orderId: nobody.orderId, amount })),
    ],
  },
];
