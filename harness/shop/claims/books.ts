/** Claims about the books as a whole. */

import { isTerminal } from "../../../src/order/machine.ts";
import { claim, counted, type Claim } from "./claim.ts";

export const booksAgree: Claim = {
  says: "the three books agree",
  on: ({ books }) => {
    const { orders, statement, reservations } = books;
    if (orders.length === 0) return undefined;
    return [counted(orders, "order"), counted(statement, "money movement"), counted(reservations, "reservation")].join(
      ", ",
    );
  },
  broken: ({ report }) => report.mismatches.map(({ text }) => text),
};

/** What the three books cannot show when they agree: events, the ledger's replay, places, refund tasks, shipments. */
export const nothingIncomplete: Claim = {
  says: "the reconciler finds nothing incomplete",
  on: ({ books }) => {
    const { orders, reservations, events, ledger } = books;
    if (orders.length === 0 && reservations.length === 0) return undefined;
    return [counted(orders, "order"), counted(events, "event"), `${ledger.length} ledger rows`].join(", ");
  },
  broken: ({ report }) => report.completeness.map(({ text }) => text),
};

export const nothingPending: Claim = claim({
  says: "every order has come to an end",
  noun: "order",
  subjects: ({ books }) => books.orders,
  broken: ({ orderId, status }, { books }) => {
    if (isTerminal(status)) return undefined;
    const waits = books.conflicts.some((conflict) => conflict.orderId === orderId && conflict.decision === null);
    return `${orderId} is still ${status}${waits ? ": nobody has decided its conflict" : ""}`;
  },
});
