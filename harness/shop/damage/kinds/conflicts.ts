/** What may become of conflicts, and of what was decided of them. */

import fc from "fast-check";
import { decisions } from "../../../../src/order/conflict.ts";
import type { BookedConflict, Books } from "../../../../src/reconcile/books.ts";
import { instead, orderOf, raise, withoutConflict, type Case, type Damage, type Raised } from "../damage.ts";

const each = (of: (books: Books, conflict: BookedConflict) => fc.Arbitrary<Case>): Damage["cases"] => {
  return (books) => books.conflicts.map((conflict) => of(books, conflict));
};

const wordsOf = ({ orderId, amount, decision }: BookedConflict): string =>
  `the conflict of ${orderId}, ${amount}, ${decision ?? "open"}`;

const changed = (
  books: Books,
  conflict: BookedConflict,
  by: readonly BookedConflict[],
  raises: readonly Raised[],
): Case => ({
  what: `${wordsOf(conflict)} is ${by.length === 0 ? "gone" : by.map(wordsOf).join("; ")}`,
  damaged: { conflicts: instead(books.conflicts, conflict, ...by) },
  raises,
});

/** What is said of a conflict that is open although its order has come to an end, or was never in one. */
function openForNothing(books: Books, { orderId }: BookedConflict): readonly Raised[] {
  if (orderOf(books, orderId) === undefined) return [];
  const moved = books.statement.filter((row) => row.orderId === orderId).map(({ kind }) => kind);
  return [
    ...raise(orderId, "OPEN_CONFLICT_UNLIKE_ORDER"),
    ...raise(orderId, "OPEN_CONFLICT_WITHOUT_MONEY", !moved.includes("CHARGE") || moved.includes("REFUND")),
  ];
}

/** What is said of a conflict that is there and ought not to be. */
function thereForNothing(books: Books, conflict: BookedConflict): readonly Raised[] {
  const { orderId, amount, decision } = conflict;
  return [
    ...raise(orderId, "CONFLICT_UNLIKE_ORDER", orderOf(books, orderId)?.amount !== amount),
    ...(decision === null ? openForNothing(books, conflict) : raise(orderId, "DECISION_UNLIKE_MOVES")),
  ];
}

export const conflictDamages: readonly Damage[] = [
  {
    name: "a conflict is lost",
    cases: each((books, conflict) =>
      fc.constant(changed(books, conflict, [], raise(conflict.orderId, "DECISION_UNLIKE_MOVES"))),
    ),
  },
  {
    name: "a conflict is moved to another order",
    cases: each((books, conflict) =>
      fc.constantFrom(...withoutConflict(books, conflict.orderId)).map((orderId) => {
        const moved = { ...conflict, orderId };
        return changed(
          books,
          conflict,
          [moved],
          [...raise(conflict.orderId, "DECISION_UNLIKE_MOVES"), ...thereForNothing(books, moved)],
        );
      }),
    ),
  },
  {
    name: "a conflict is of another amount",
    cases: each((books, conflict) =>
      fc
        .bigInt({ min: 1n, max: 2n * conflict.amount })
        .filter((amount) => amount !== conflict.amount)
        .map((amount) =>
          changed(books, conflict, [{ ...conflict, amount }], raise(conflict.orderId, "CONFLICT_UNLIKE_ORDER")),
        ),
    ),
  },
  {
    name: "a conflict is decided, and not known to be",
    cases: each((books, conflict) => {
      const open = { ...conflict, decision: null, decider: null };
      const raises = [...raise(conflict.orderId, "DECISION_UNLIKE_MOVES"), ...openForNothing(books, open)];
      return fc.constant(changed(books, conflict, [open], raises));
    }),
  },
  {
    name: "a conflict is decided otherwise",
    cases: each((books, conflict) =>
      fc
        .constantFrom(...decisions.filter((decision) => decision !== conflict.decision))
        .map((decision) =>
          changed(books, conflict, [{ ...conflict, decision }], raise(conflict.orderId, "DECISION_UNLIKE_MOVES")),
        ),
    ),
  },
  {
    name: "a conflict is there for nothing",
    cases: (books) =>
      withoutConflict(books).map((orderId) =>
        fc.constantFrom(null, ...decisions).map((decision) => {
          const amount = orderOf(books, orderId)?.amount ?? 1n;
          const conflict = { orderId, amount, decision, decider: decision === null ? null : "manager" };
          return {
            what: `${wordsOf(conflict)} is there besides`,
            damaged: { conflicts: [...books.conflicts, conflict] },
            raises: thereForNothing(books, conflict),
          };
        }),
      ),
  },
];
