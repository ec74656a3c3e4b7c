/** The claims of the shop's experiments. Each is a pure function of the end of a run, and each has a control. */

import { isOrderStatus, isTerminal } from "../../src/order/machine.ts";
import type { BookedOrder } from "../../src/reconcile/books.ts";
import type { Acknowledged, End } from "./books.ts";
import { claim, counted, type Claim } from "./claim.ts";

const paidOrders = ({ books }: End): readonly BookedOrder[] => books.orders.filter((order) => order.status === "PAID");

function movements({ books }: End, orderId: string, kind: "CHARGE" | "REFUND"): readonly bigint[] {
  return books.statement.filter((row) => row.orderId === orderId && row.kind === kind).map((row) => row.amount);
}

/** What the reconciler's completeness rules of these labels say about one subject. */
function incomplete({ report }: End, about: string, ...labels: readonly string[]): string | undefined {
  const found = report.completeness.filter((one) => one.about === about && labels.includes(one.label));
  return found.length === 0 ? undefined : found.map(({ text }) => text).join("; ");
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);

export const paidOnce: Claim = claim({
  says: "an order moves to PAID at most once",
  noun: "PAID order",
  subjects: ({ transitions }) => [
    ...new Set(transitions.filter(({ to }) => to === "PAID").map(({ orderId }) => orderId)),
  ],
  broken: (orderId, end) => {
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
  subjects: ({ books }) =>
    books.balances.filter(({ unitId }) => books.reservations.some((row) => row.unitId === unitId)),
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
  broken: ({ unitId }, end) => incomplete(end, unitId, "LEDGER_UNLIKE_BALANCE"),
});

/** Of a COMMIT that got no answer nothing is said. */
export const openedAsTold: Claim = claim({
  says: "a unit is on sale when whoever opened it was told so, and else it is not",
  noun: "unit",
  subjects: ({ opened }) => opened.filter(({ ended }) => ended !== "unknown"),
  broken: ({ unitId, ended }, { books }) => {
    const onSale = books.balances.some((balance) => balance.unitId === unitId && balance.total > 0);
    if (onSale === (ended === "done" || ended === "there already")) return undefined;
    return `${unitId} is${onSale ? "" : " not"} on sale, and opening it was told as: ${ended}`;
  },
});

export const neverOversold: Claim = claim({
  says: "no more orders are PAID than there are places",
  noun: "unit",
  subjects: (end) => (paidOrders(end).length === 0 ? [] : end.books.balances),
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
    const events = books.events.filter((event) => event.orderId === orderId && event.eventType === "ORDER_PAID");
    if (events.length === 1) return undefined;
    return `${orderId} ${events.length === 0 ? "PAID_WITHOUT_EVENT" : "PAID_EVENT_REPEATED"} events=${events.length}`;
  },
});

/** FAILED, CANCELLED and REFUNDED too, and also an end that was left again because money came after it. */
export const everyEndTold: Claim = claim({
  says: "every move into a final state is told by exactly one event of its version",
  noun: "move",
  subjects: ({ transitions }) => transitions.filter(({ to }) => isOrderStatus(to) && isTerminal(to)),
  broken: ({ orderId, to, version }, { books }) => {
    const events = books.events.filter((event) => event.orderId === orderId && event.version === version);
    if (events.length === 1 && events[0]?.eventType === `ORDER_${to}`) return undefined;
    const names = events.map(({ eventType }) => eventType).join(", ");
    return `${orderId} moved to ${to} in v${version}: ${counted(events, "event")}${names === "" ? "" : ` ${names}`}`;
  },
});

/** What the three books cannot show when they agree: events, the ledger's replay, places, refund tasks, shipments. */
export const nothingIncomplete: Claim = {
  says: "the reconciler finds nothing incomplete",
  on: ({ books }) => {
    const { orders, events, ledger } = books;
    if (orders.length === 0) return undefined;
    return [counted(orders, "order"), counted(events, "event"), `${ledger.length} ledger rows`].join(", ");
  },
  broken: ({ report }) => report.completeness.map(({ text }) => text),
};

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

/** For stories in which there are more buyers than places. */
export const everyPlaceSold: Claim = claim({
  says: "every place is sold, and to a PAID order",
  noun: "unit",
  subjects: ({ books }) => books.balances,
  broken: ({ unitId, total, sold }, end) => {
    const paid = paidOrders(end).length;
    return sold === total && paid === total
      ? undefined
      : `${unitId}: of ${total} places ${sold} are sold, and ${counted(paidOrders(end), "order")} PAID`;
  },
});

export const moneyIsForPlaces: Claim = {
  says: "the channel keeps what the PAID orders cost, to the last unit",
  on: ({ books, report }) =>
    books.statement.length === 0
      ? undefined
      : `channel_net=${report.totals.channelNet} paid_sum=${report.totals.paidSum}, ${counted(books.orders, "order")}`,
  broken: ({ report: { totals } }) =>
    totals.channelNet === totals.paidSum ? [] : [`channel_net=${totals.channelNet} != paid_sum=${totals.paidSum}`],
};

export const withinLimit: Claim = claim({
  says: "nobody has more places than a user may have",
  noun: "user",
  subjects: ({ books }) => [...new Set(books.reservations.map(({ userId }) => userId))].sort(),
  broken: (userId, { books, perUserLimit }) => {
    const kept = books.reservations.filter((place) => place.userId === userId && place.status !== "RELEASED");
    if (kept.length <= perUserLimit) return undefined;
    return `${userId} has ${kept.length}: ${kept.map(({ requestKey, status }) => `${requestKey} ${status}`).join(", ")}`;
  },
});

export const askedOnce: Claim = claim({
  says: "the channel is asked at most once to charge an order",
  noun: "order",
  subjects: ({ books, chargeRequests }) => books.orders.filter(({ orderId }) => chargeRequests.get(orderId) !== 0),
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

/** FAILED is written only when the channel has declined the charge, or promised never to make it. */
export const failedUncharged: Claim = claim({
  says: "an order that has FAILED is never charged",
  noun: "FAILED order",
  subjects: ({ transitions }) => [
    ...new Set(transitions.filter(({ to }) => to === "FAILED").map(({ orderId }) => orderId)),
  ],
  broken: (orderId, end) => {
    const charges = movements(end, orderId, "CHARGE");
    return charges.length === 0 ? undefined : `${orderId} has FAILED, and the channel has charged it`;
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

/** The keys that an order's refunds may have, in their order: a new one after each that the channel has refused. */
function keysOf(orderId: string, { refusedKeys }: End): readonly string[] {
  const keys = [`rf-${orderId}`];
  const refused = refusedKeys.get(orderId);
  while (refused?.has(keys.at(-1) ?? "") === true) keys.push(`rf-${orderId}/${keys.length + 1}`);
  return keys;
}

export const oneRefundKey: Claim = claim({
  says: "a refund keeps its key, however often it is asked for",
  noun: "refund",
  subjects: ({ books }) => books.refunds,
  broken: ({ orderId, refundKey }, end) => {
    const keys = keysOf(orderId, end);
    return keys.includes(refundKey) ? undefined : `${orderId} is refunded under ${refundKey}, not ${keys.join(" or ")}`;
  },
});

/** Another task comes only after the channel has refused the one before. */
export const oneRefundTask: Claim = claim({
  says: "an order is refunded by one task, and by no second one",
  noun: "refund",
  subjects: ({ books }) => [...new Set(books.refunds.map(({ orderId }) => orderId))],
  broken: (orderId, end) => {
    const tasks = end.books.refunds.filter((refund) => refund.orderId === orderId);
    if (tasks.length <= keysOf(orderId, end).length) return undefined;
    return `${orderId} has ${tasks.length}: ${tasks.map(({ refundKey, status }) => `${refundKey} ${status}`).join(", ")}`;
  },
});

/** By what the consumer itself wrote down of every arrival. */
export const appliedOnce: Claim = claim({
  says: "the consumer applies every published event exactly once, however often it arrives",
  noun: "event",
  subjects: ({ books }) => books.events.filter((event) => event.published),
  broken: ({ eventId, orderId }, { deliveries }) => {
    const arrivals = deliveries.filter((delivery) => delivery.eventId === eventId);
    const applied = arrivals.filter(({ effect }) => effect === "APPLIED").length;
    return applied === 1
      ? undefined
      : `event ${eventId} of ${orderId} was applied ${applied} times in ${counted(arrivals, "arrival")}`;
  },
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

export const noticesAsTheyCame: Claim = claim({
  says: "a notice is written down at most once each time it arrives",
  noun: "order",
  subjects: ({ notices }) => [...new Set(notices.map(({ orderId }) => orderId))],
  broken: (orderId, { notices, noticeArrivals }) => {
    const [written, arrived] = [notices.filter((one) => one.orderId === orderId), noticeArrivals.get(orderId) ?? 0];
    if (written.length <= arrived) return undefined;
    return `${counted(written, "notice")} of ${orderId} ${written.length === 1 ? "is" : "are"} written, ${arrived} arrived`;
  },
});

/** To buyers, to the channel and to the relay; what they were told they will not ask for again. */
export const nothingAcknowledgedLost: Claim = claim({
  says: "what was answered as done is in the books",
  noun: "answer",
  subjects: ({ acknowledged }) => acknowledged,
  broken: (answer, end) => {
    const { kind, about, said } = answer;
    if (isBooked(answer, end)) return undefined;
    return `${kind} ${about} was answered ${said.status ?? said.effect ?? said.order_id}, and the books do not have it`;
  },
});

function isBooked({ kind, about, asked, said }: Acknowledged, end: End): boolean {
  switch (kind) {
    case "order":
      return end.books.orders.some(({ orderId }) => orderId === said.order_id) && isOneWish(about, said, end);
    case "pay":
    case "cancel":
      return end.transitions.some(({ orderId, to }) => orderId === about && to === said.status);
    case "callback":
      return end.notices.some(({ notifyId, effect }) => notifyId === asked.notify_id && effect === said.effect);
    case "event":
      return end.deliveries.some(({ eventId, effect }) => eventId === asked.event_id && effect === said.effect);
  }
}

/** However often a wish was repeated, it was always answered with the same order. */
function isOneWish(key: string, said: Acknowledged["said"], { acknowledged }: End): boolean {
  return acknowledged.every(({ kind, about, said: other }) => {
    return kind !== "order" || about !== key || other.order_id === said.order_id;
  });
}
