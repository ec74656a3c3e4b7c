/** What may become of what is written of the orders' moves, and of their refunds. */

import fc from "fast-check";
import { isTerminal, statuses } from "../../../../src/order/machine.ts";
import type { BookedMove, BookedRefund, Books } from "../../../../src/reconcile/books.ts";
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

const eachMove = (of: (books: Books, move: BookedMove) => fc.Arbitrary<Case>): Damage["cases"] => {
  return (books) => books.moves.map((move) => of(books, move));
};

const wordsOf = ({ orderId, from, to, version }: BookedMove): string => `${orderId} ${from ?? "-"}->${to} v${version}`;

const changed = (books: Books, move: BookedMove, by: readonly BookedMove[], raises: readonly Raised[]): Case => ({
  what: `${wordsOf(move)} is ${by.length === 0 ? "gone" : by.map(wordsOf).join(", ")}`,
  damaged: { moves: instead(books.moves, move, ...by) },
  raises: [...raise(move.orderId, "ORDER_UNLIKE_MOVES"), ...decidedOtherwise(move, by), ...raises],
});

/** A conflict knows by which move its order went where it was decided. */
function decidedOtherwise(move: BookedMove, by: readonly BookedMove[]): readonly Raised[] {
  if (!move.byDecision) return [];
  const others = new Set(by.map(({ orderId }) => orderId).filter((orderId) => orderId !== move.orderId));
  const still = by.filter(({ orderId }) => orderId === move.orderId);
  const same = still.length === 1 && still[0]?.to === move.to;
  return [move.orderId, ...others].flatMap((orderId) =>
    raise(orderId, "DECISION_UNLIKE_MOVES", orderId !== move.orderId || !same),
  );
}

const reached = ({ moves }: Books, id: string, to: string): boolean =>
  moves.some((move) => move.orderId === id && move.to === to);

const knownIn = ({ shipments }: Books, { orderId, version }: BookedMove): boolean =>
  shipments.some((row) => row.orderId === orderId && row.lastVersion === version);

/** Others were told of a move that nothing is known of. */
function toldForNothing(move: BookedMove): readonly Raised[] {
  if (!isTerminal(move.to)) return [];
  return [
    ...raise(move.orderId, `EVENT_WITHOUT_${move.to}`),
    ...raise(move.orderId, "SHIPPED_WITHOUT_PAID", move.to === "PAID"),
  ];
}

const moveDamages: readonly Damage[] = [
  {
    name: "a move is lost",
    cases: eachMove((books, move) =>
      fc.constant(
        changed(
          books,
          move,
          [],
          [
            ...toldForNothing(move),
            ...raise(move.orderId, "SHIPMENT_UNLIKE_MOVES", isTerminal(move.to) && knownIn(books, move)),
          ],
        ),
      ),
    ),
  },
  {
    name: "a move is doubled",
    cases: eachMove((books, move) => fc.constant(changed(books, move, [move, { ...move, version: 99 }], []))),
  },
  {
    name: "a move is moved to another order",
    cases: eachMove((books, move) =>
      fc
        .constantFrom(...elsewhere(books, move.orderId))
        .map((orderId) =>
          changed(
            books,
            move,
            [{ ...move, orderId }],
            [
              ...toldForNothing(move),
              ...raise(move.orderId, "SHIPMENT_UNLIKE_MOVES", isTerminal(move.to) && knownIn(books, move)),
              ...raise(orderId, "ORDER_UNLIKE_MOVES"),
              ...raise(orderId, `${move.to}_WITHOUT_EVENT`, isTerminal(move.to) && !reached(books, orderId, move.to)),
            ],
          ),
        ),
    ),
  },
  {
    name: "a move is into another state",
    cases: eachMove((books, move) =>
      fc
        .constantFrom(...statuses.filter((status) => status !== move.to))
        .map((to) =>
          changed(
            books,
            move,
            [{ ...move, to }],
            [
              ...toldForNothing(move),
              ...raise(
                move.orderId,
                "SHIPMENT_UNLIKE_MOVES",
                isTerminal(move.to) && !isTerminal(to) && knownIn(books, move),
              ),
              ...raise(move.orderId, `${to}_WITHOUT_EVENT`, isTerminal(to) && !reached(books, move.orderId, to)),
            ],
          ),
        ),
    ),
  },
  {
    name: "a move is out of another state",
    cases: eachMove((books, move) =>
      fc
        .constantFrom(...statuses.filter((status) => status !== move.from))
        .map((from) => changed(books, move, [{ ...move, from }], [])),
    ),
  },
  {
    name: "a move is of another version",
    cases: eachMove((books, move) =>
      fc
        .integer({ min: 20, max: 99 })
        .map((version) =>
          changed(
            books,
            move,
            [{ ...move, version }],
            [
              ...raise(move.orderId, "EVENT_OF_OTHER_VERSION", isTerminal(move.to)),
              ...raise(move.orderId, "SHIPMENT_UNLIKE_MOVES", isTerminal(move.to) && knownIn(books, move)),
            ],
          ),
        ),
    ),
  },
];

/** Of every move: its cause told of a decision, or did not. */
const moveCauseDamage: Damage = {
  name: "a move is made by decision that was not, or the other way round",
  cases: eachMove((books, move) => {
    const by = { ...move, byDecision: !move.byDecision };
    return fc.constant({
      what: `${wordsOf(move)} is ${by.byDecision ? "" : "not "}by decision`,
      damaged: { moves: instead(books.moves, move, by) },
      raises: raise(move.orderId, "DECISION_UNLIKE_MOVES"),
    });
  }),
};

const eachRefund = (of: (books: Books, refund: BookedRefund) => fc.Arbitrary<Case>): Damage["cases"] => {
  return (books) => books.refunds.map((refund) => of(books, refund));
};

const refundWords = ({ refundKey, orderId, amount, currency, paymentObject, status }: BookedRefund): string =>
  `${refundKey} of ${orderId}, ${amount} ${currency} for ${paymentObject}, ${status}`;

const refundChanged = (
  books: Books,
  refund: BookedRefund,
  by: readonly BookedRefund[],
  raises: readonly Raised[],
): Case => ({
  what: `${refundWords(refund)} is ${by.length === 0 ? "gone" : by.map(refundWords).join("; ")}`,
  damaged: { refunds: instead(books.refunds, refund, ...by) },
  raises,
});

const refused = "a refund that the channel refused has moved no money, and nobody asks for it again";

const refundDamages: readonly Damage[] = [
  {
    name: "a refund task is lost",
    unseen: refused,
    cases: eachRefund((books, refund) => {
      const { orderId, status } = refund;
      return fc.constant(
        refundChanged(books, refund, [], raise(orderId, "REFUND_TASKS_UNLIKE_ORDER", status !== "failed")),
      );
    }),
  },
  {
    name: "a refund task is doubled",
    unseen: refused,
    cases: eachRefund((books, refund) => {
      const { orderId, status, refundKey } = refund;
      const both = [refund, { ...refund, refundKey: `${refundKey}+` }];
      return fc.constant(
        refundChanged(books, refund, both, raise(orderId, "REFUND_TASKS_UNLIKE_ORDER", status !== "failed")),
      );
    }),
  },
  {
    name: "a refund task is moved to another order",
    cases: (books) =>
      books.refunds
        .filter(({ status }) => status !== "failed")
        .map((refund) =>
          fc.constantFrom(...elsewhere(books, refund.orderId)).map((orderId) => {
            const order = orderOf(books, orderId);
            return refundChanged(
              books,
              refund,
              [{ ...refund, orderId }],
              [
                ...raise(refund.orderId, "REFUND_TASKS_UNLIKE_ORDER"),
                ...raise(orderId, "REFUND_TASKS_UNLIKE_ORDER"),
                ...raise(orderId, "REFUND_UNLIKE_AMOUNT", order !== undefined && order.amount !== refund.amount),
                ...raise(orderId, "REFUND_UNLIKE_OBJECT", order !== undefined),
              ],
            );
          }),
        ),
  },
  {
    name: "a refund task is in another state",
    cases: eachRefund((books, refund) =>
      fc
        .constantFrom("pending" as const, "succeeded" as const, "failed" as const)
        .filter((status) => status !== refund.status)
        .map((status) =>
          refundChanged(books, refund, [{ ...refund, status }], raise(refund.orderId, "REFUND_TASKS_UNLIKE_ORDER")),
        ),
    ),
  },
  {
    name: "a refund task is of another amount",
    cases: eachRefund((books, refund) =>
      fc
        .bigInt({ min: 1n, max: 2n * refund.amount })
        .filter((amount) => amount !== refund.amount)
        .map((amount) =>
          refundChanged(books, refund, [{ ...refund, amount }], raise(refund.orderId, "REFUND_UNLIKE_AMOUNT")),
        ),
    ),
  },
  {
    name: "a refund task is in another currency",
    cases: eachRefund((books, refund) =>
      fc
        .constantFrom("USD", "JPY", nobody.currency)
        .map((currency) =>
          refundChanged(books, refund, [{ ...refund, currency }], raise(refund.orderId, "REFUND_UNLIKE_CURRENCY")),
        ),
    ),
  },
  {
    name: "a refund task is for another payment object",
    cases: eachRefund((books, refund) => {
      const others = books.orders.map(({ paymentObject }) => paymentObject);
      return fc
        .constantFrom(...others.filter((object) => object !== refund.paymentObject), nobody.paymentObject)
        .map((paymentObject) =>
          refundChanged(books, refund, [{ ...refund, paymentObject }], raise(refund.orderId, "REFUND_UNLIKE_OBJECT")),
        );
    }),
  },
  {
    name: "a refund task is there for nothing",
    cases: (books) =>
      [...books.orders, nobody]
        .filter(({ orderId }) => books.refunds.every((refund) => refund.orderId !== orderId))
        .map(({ orderId }) =>
          fc.constantFrom("pending" as const, "succeeded" as const, "failed" as const).map((status) => {
            const payment = paymentOf(orderOf(books, orderId) ?? { ...nobody, amount: 1n });
            const refund = { refundKey: `rf-${orderId}`, orderId, ...payment, status };
            return {
              what: `${refundWords(refund)} is there besides`,
              damaged: { refunds: [...books.refunds, refund] },
              raises: raise(orderId, "REFUND_TASKS_UNLIKE_ORDER"),
            };
          }),
        ),
  },
];

export const historyDamages: readonly Damage[] = [...moveDamages, moveCauseDamage, ...refundDamages];
