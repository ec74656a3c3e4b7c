/** The claims of the shop's experiments. Each is a pure function of the end of a run, and each has a control. */

import { buckets } from "../../src/inventory/balance.ts";
import { isTerminal } from "../../src/order/machine.ts";
import type { BookedOrder } from "../../src/reconcile/books.ts";
import type { End } from "./books.ts";
import { claim, counted, type Claim } from "./claim.ts";

const paidOrders = ({ books }: End): readonly BookedOrder[] => books.orders.filter((order) => order.status === "PAID");

function movements({ books }: End, orderId: string, kind: "CHARGE" | "REFUND"): readonly bigint[] {
  return books.statement.filter((row) => row.orderId === orderId && row.kind === kind).map((row) => row.amount);
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);

export const paidOnce: Claim = claim({
  says: "an order moves to PAID at most once",
  noun: "order",
  subjects: ({ books }) => books.orders,
  broken: ({ orderId }, end) => {
    const moves = end.transitions.filter((move) => move.orderId === orderId && move.to === "PAID");
    if (moves.length <= 1) return undefined;
    const told = moves.slice(0, 3).map(({ version, cause }) => `v${version} ${cause}`);
    const more = moves.length > told.length ? " …" : "";
    return `${orderId} moved to PAID ${moves.length} times: ${told.join(", ")}${more}`;
  },
});

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

export const stockConserved: Claim = claim({
  says: "stock is conserved, bucket by bucket and hold by hold",
  noun: "unit",
  subjects: ({ books }) => books.balances,
  broken: (unit, { books }) => {
    const inBuckets = unit.available + unit.held + unit.locked + unit.sold + unit.invalid;
    const reserved = (status: string): number =>
      books.reservations
        .filter((row) => row.unitId === unit.unitId && row.status === status)
        .reduce((pieces, row) => pieces + row.quantity, 0);
    if (inBuckets !== unit.total) return `${unit.unitId}: total=${unit.total}, but its buckets hold ${inBuckets}`;
    if (reserved("HELD") !== unit.held) return `${unit.unitId}: held=${unit.held}, but ${reserved("HELD")} are HELD`;
    if (reserved("CONFIRMED") !== unit.sold) {
      return `${unit.unitId}: sold=${unit.sold}, but ${reserved("CONFIRMED")} are CONFIRMED`;
    }
    return undefined;
  },
});

export const ledgerExplains: Claim = claim({
  says: "the inventory's ledger adds up to every balance",
  noun: "unit",
  subjects: ({ books }) => books.balances,
  broken: (unit, { books }) => {
    const entries = books.ledger.filter((entry) => entry.unitId === unit.unitId);
    const wrong = buckets.flatMap((bucket) => {
      const added = entries.reduce((pieces, entry) => pieces + entry.deltas[bucket], 0);
      return added === unit[bucket] ? [] : [`${bucket} is ${unit[bucket]}, the ledger says ${added}`];
    });
    return wrong.length === 0 ? undefined : `${unit.unitId}: ${wrong.join(", ")}`;
  },
});

export const neverOversold: Claim = claim({
  says: "no more orders are PAID than there are places",
  noun: "unit",
  subjects: ({ books }) => books.balances,
  broken: (unit, end) => {
    const paid = paidOrders(end).length;
    return paid <= unit.total ? undefined : `${unit.unitId}: ${paid} PAID orders for ${unit.total} places`;
  },
});

export const eventsComplete: Claim = claim({
  says: "every PAID order has exactly one ORDER_PAID event",
  noun: "PAID order",
  subjects: paidOrders,
  broken: ({ orderId }, { books }) => {
    const events = books.events.filter((event) => event.orderId === orderId && event.eventType === "ORDER_PAID").length;
    return events === 1 ? undefined : `${orderId} has ${events} ORDER_PAID events`;
  },
});

export const shippedOnce: Claim = claim({
  says: "an order is shipped at most once, and only when it is PAID",
  noun: "order",
  subjects: ({ books }) => books.shipments,
  broken: ({ orderId, shipCount }, end) => {
    const paid = paidOrders(end).some((order) => order.orderId === orderId);
    if (shipCount <= (paid ? 1 : 0)) return undefined;
    return `${orderId} was shipped ${shipCount} times${paid ? "" : " and is not PAID"}`;
  },
});

export const nothingPending: Claim = claim({
  says: "every order has come to an end",
  noun: "order",
  subjects: ({ books }) => books.orders,
  broken: ({ orderId, status }) => (isTerminal(status) ? undefined : `${orderId} is still ${status}`),
});

export const askedOnce: Claim = claim({
  says: "the channel is asked at most once to charge an order",
  noun: "order",
  subjects: ({ books }) => books.orders,
  broken: ({ orderId }, { chargeRequests }) => {
    const times = chargeRequests.get(orderId) ?? 0;
    return times <= 1 ? undefined : `the channel was asked ${times} times to charge ${orderId}`;
  },
});

/** For stories in which nobody loses a place. */
export const chargedWhenPaid: Claim = claim({
  says: "an order is charged when it ends PAID, and never otherwise",
  noun: "order",
  subjects: ({ books }) => books.orders,
  broken: ({ orderId, status }, end) => {
    const charges = movements(end, orderId, "CHARGE");
    if (charges.length === (status === "PAID" ? 1 : 0)) return undefined;
    return `${orderId} is ${status}, and the channel has ${counted(charges, "charge")} of it`;
  },
});

/** For stories in which nobody loses a place: then no money has to go back. */
export const nothingRefunded: Claim = claim({
  says: "no charge has to be given back",
  noun: "charge",
  subjects: ({ books }) => books.statement.filter((row) => row.kind === "CHARGE"),
  broken: ({ orderId }, end) =>
    movements(end, orderId, "REFUND").length === 0 ? undefined : `${orderId} was charged and had to be refunded`,
});

export const refundedInFull: Claim = claim({
  says: "a REFUNDED order got all its money back, by one refund",
  noun: "REFUNDED order",
  subjects: ({ books }) => books.orders.filter((order) => order.status === "REFUNDED"),
  broken: ({ orderId }, end) => {
    const charged = sum(movements(end, orderId, "CHARGE"));
    const refunded = sum(movements(end, orderId, "REFUND"));
    const done = end.books.refunds.filter(
      (refund) => refund.orderId === orderId && refund.status === "succeeded",
    ).length;
    if (charged === refunded && done === 1) return undefined;
    return `${orderId}: charged=${charged} refunded=${refunded}, ${done} refunds succeeded`;
  },
});

export const oneRefundKey: Claim = claim({
  says: "a refund keeps its key, however often it is asked for",
  noun: "refund",
  subjects: ({ books }) => books.refunds,
  broken: ({ orderId, refundKey }) =>
    refundKey === `rf-${orderId}` ? undefined : `${orderId} is refunded under ${refundKey}, not rf-${orderId}`,
});

export const shippedEach: Claim = claim({
  says: "every PAID order is shipped",
  noun: "PAID order",
  subjects: paidOrders,
  broken: ({ orderId }, { books }) =>
    books.shipments.some((shipment) => shipment.orderId === orderId && shipment.shipCount > 0)
      ? undefined
      : `${orderId} is PAID and was not shipped`,
});

/** For stories in which notices come after everything is settled. */
export const noticesChangeNothing: Claim = claim({
  says: "no notice changes anything any more",
  noun: "notice",
  subjects: (end) => end.notices,
  broken: ({ notifyId, orderId, effect }) =>
    /^(DUPLICATE|IGNORED) /.test(effect) ? undefined : `${notifyId} had an effect on ${orderId}: ${effect}`,
});
