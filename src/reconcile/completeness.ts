/**
 * What the three books cannot show when they agree: an event that was never written, a balance without its reasons, a
 * place that belongs to nobody, a shipment for nothing, a refund task that tells another story than its order.
 */
import { buckets } from "../inventory/balance.ts";
import type { OrderStatus } from "../order/machine.ts";
import type { Books } from "./books.ts";
import type { Mismatch } from "./rules.ts";

/** What is found here is called so. */
export const completenessLabels = [
  "PAID_WITHOUT_EVENT",
  "PAID_EVENT_REPEATED",
  "EVENT_WITHOUT_PAID",
  "LEDGER_UNLIKE_BALANCE",
  "RESERVATION_WITHOUT_ORDER",
  "REFUND_TASKS_UNLIKE_ORDER",
  "SHIPPED_TWICE",
  "SHIPPED_WITHOUT_PAID",
  "TOLD_BUT_NOT_SHIPPED",
] as const;

export function judgeCompleteness(books: Books): readonly Mismatch[] {
  return [
    ...paidWithoutOneEvent(books),
    ...eventsWithoutPaid(books),
    ...ledgerUnlikeBalance(books),
    ...placesOfNobody(books),
    ...refundTasksUnlikeOrders(books),
    ...shipmentsUnlikeOrders(books),
  ];
}

/** Every PAID order has exactly one ORDER_PAID event. */
function paidWithoutOneEvent(books: Books): readonly Mismatch[] {
  const events = countBy(books.events.filter(isPaidEvent).map(({ orderId }) => orderId));
  return books.orders.flatMap(({ orderId, status }) => {
    const count = events.get(orderId) ?? 0;
    if (status !== "PAID" || count === 1) return [];
    return [found(orderId, count === 0 ? "PAID_WITHOUT_EVENT" : "PAID_EVENT_REPEATED", `events=${count}`)];
  });
}

/** PAID is never left again, so an ORDER_PAID event of any other order tells of something that did not happen. */
function eventsWithoutPaid(books: Books): readonly Mismatch[] {
  const statusOf = statuses(books);
  return books.events
    .filter((event) => isPaidEvent(event) && statusOf.get(event.orderId) !== "PAID")
    .map(({ orderId, eventId }) => found(orderId, "EVENT_WITHOUT_PAID", `event=${eventId}`));
}

/** Adding up all ledger rows of a unit gives its balance, bucket by bucket. */
function ledgerUnlikeBalance(books: Books): readonly Mismatch[] {
  const units = [...new Set([...books.balances, ...books.ledger].map(({ unitId }) => unitId))];
  return units.flatMap((unitId) => {
    const balance = books.balances.find((row) => row.unitId === unitId);
    const entries = books.ledger.filter((row) => row.unitId === unitId);
    return buckets.flatMap((bucket) => {
      const replayed = entries.reduce((pieces, { deltas }) => pieces + deltas[bucket], 0);
      const booked = balance?.[bucket] ?? 0;
      if (replayed === booked) return [];
      return [found(unitId, "LEDGER_UNLIKE_BALANCE", `${bucket}: ledger=${replayed} != balance=${booked}`)];
    });
  });
}

/** A place that is kept belongs to an order that points at it. */
function placesOfNobody(books: Books): readonly Mismatch[] {
  const current = new Set(books.orders.map(({ reservationKey }) => reservationKey));
  return books.reservations
    .filter(({ requestKey, status }) => status !== "RELEASED" && !current.has(requestKey))
    .map(({ requestKey, status }) => found(requestKey, "RESERVATION_WITHOUT_ORDER", `reservation=${status}`));
}

/** An order is REFUNDED when exactly one of its refund tasks succeeded, and only then. */
function refundTasksUnlikeOrders(books: Books): readonly Mismatch[] {
  const succeeded = countBy(books.refunds.filter((row) => row.status === "succeeded").map(({ orderId }) => orderId));
  return books.orders.flatMap(({ orderId, status }) => {
    const count = succeeded.get(orderId) ?? 0;
    if (count === (status === "REFUNDED" ? 1 : 0)) return [];
    return [found(orderId, "REFUND_TASKS_UNLIKE_ORDER", `${status} succeeded=${count}`)];
  });
}

/** Shipped once at most, only what is PAID, and what was told to be PAID. */
function shipmentsUnlikeOrders(books: Books): readonly Mismatch[] {
  const statusOf = statuses(books);
  const shipped = new Map(books.shipments.map(({ orderId, shipCount }) => [orderId, shipCount]));
  const told = new Set(books.events.filter((event) => isPaidEvent(event) && event.published).map((e) => e.orderId));
  return [...new Set([...shipped.keys(), ...told])].flatMap((orderId) => {
    const count = shipped.get(orderId) ?? 0;
    const about = `shipments=${count}`;
    if (count > 1) return [found(orderId, "SHIPPED_TWICE", about)];
    if (count === 1 && statusOf.get(orderId) !== "PAID") return [found(orderId, "SHIPPED_WITHOUT_PAID", about)];
    return count === 0 && told.has(orderId) ? [found(orderId, "TOLD_BUT_NOT_SHIPPED", about)] : [];
  });
}

function isPaidEvent({ eventType }: { readonly eventType: string }): boolean {
  return eventType === "ORDER_PAID";
}

function statuses(books: Books): ReadonlyMap<string, OrderStatus> {
  return new Map(books.orders.map(({ orderId, status }) => [orderId, status]));
}

function countBy(keys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function found(about: string, label: (typeof completenessLabels)[number], detail: string): Mismatch {
  return { about, label, text: `${about} ${label} ${detail}` };
}
