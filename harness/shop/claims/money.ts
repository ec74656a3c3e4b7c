/** Claims about money: what is asked of the channel, charged, kept and given back. */

import { sumsText, sumUp } from "../../../src/reconcile/rules/sums.ts";
import { totalsText } from "../../../src/reconcile/rules/totals.ts";
import type { End } from "../books.ts";
import { claim, counted, type Claim } from "./claim.ts";
import { movements } from "./ends.ts";

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

export const moneyIsForPlaces: Claim = {
  says: "the channel keeps what the PAID orders cost, to the last unit",
  on: ({ books, report }) => {
    const { channelNet, paidSum } = totalsText(report.totals);
    if (books.statement.length === 0) return undefined;
    return `channel_net=${channelNet} paid_sum=${paidSum}, ${counted(books.orders, "order")}`;
  },
  broken: ({ report }) => {
    const { channelNet, paidSum } = totalsText(report.totals);
    return channelNet === paidSum ? [] : [`channel_net=${channelNet} != paid_sum=${paidSum}`];
  },
};

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
  broken: ({ orderId, currency }, end) => {
    const moved = (kind: "CHARGE" | "REFUND") => sumsText(sumUp(movements(end, orderId, kind)), currency);
    const [charged, refunded] = [moved("CHARGE"), moved("REFUND")];
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

/** Where a decision leads an order, and where it may be found then. */
const ledBy = { rehold: ["PAID"], refund: ["REFUNDING", "REFUNDED"] } as const;

export const decidedOnce: Claim = claim({
  says: "a conflict is decided once, and its order goes where that leads and nowhere else",
  noun: "conflict",
  subjects: ({ books }) => books.conflicts,
  broken: ({ orderId, decision }, { books, transitions }) => {
    const made = transitions.filter((move) => move.orderId === orderId && move.cause.startsWith("decision"));
    const [first, ...more] = made;
    const [at, ...later] = decision === null ? ["UNKNOWN"] : ledBy[decision];
    const status = books.orders.find((order) => order.orderId === orderId)?.status ?? "gone";
    const asDecided = decision === null ? first === undefined : first?.to === at && more.length === 0;
    if (asDecided && [at, ...later].includes(status)) return undefined;
    const moves = made.map(({ from, to, version }) => `${from}->${to} v${version}`);
    return `the conflict of ${orderId} is ${decision ?? "open"}, and it is ${status}, by decision: ${moves.join(", ") || "nothing"}`;
  },
});
