/** Claims about what is told: notices, events, shipments, answers. */

import { isOrderStatus, isTerminal } from "../../../src/order/machine.ts";
import type { Acknowledged, End } from "../books.ts";
import { claim, counted, type Claim } from "./claim.ts";
import { paidOrders } from "./ends.ts";

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

/** Of an object, a currency or an amount that is not the order's, and of no other, it is written down that it was another payment. */
export const noticesTellTheirPayment: Claim = claim({
  says: "a notice is taken for an order's payment when it names its object, its currency and its amount, and never otherwise",
  noun: "notice",
  subjects: ({ notices, books }) =>
    notices.flatMap((notice) => {
      const order = books.orders.find(({ orderId }) => orderId === notice.orderId);
      return order === undefined ? [] : [{ notice, order }];
    }),
  broken: ({ notice, order }) => {
    const { amount, currency, paymentObject } = notice;
    const names = `${amount} ${currency} for ${paymentObject}`;
    const own = names === `${order.amount} ${order.currency} for ${order.paymentObject}`;
    if (own === !notice.effect.endsWith("_MISMATCH")) return undefined;
    return `${notice.notifyId} names ${names}, and had the effect ${notice.effect} on ${order.orderId}`;
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
    return `${kind} ${about} was answered ${said.status ?? said.effect ?? said.decision ?? said.order_id}, and the books do not have it`;
  },
});

function isBooked({ kind, about, asked, said }: Acknowledged, end: End): boolean {
  switch (kind) {
    case "order":
      return end.books.orders.some(({ orderId }) => orderId === said.order_id) && isOneWish(about, said, end);
    case "pay":
    case "cancel":
      return end.transitions.some(({ orderId, to }) => orderId === about && to === said.status);
    case "decision":
      return end.books.conflicts.some(
        ({ orderId, decision, decider }) => orderId === about && decision === said.decision && decider === said.decider,
      );
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
