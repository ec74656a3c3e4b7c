/**
 * One fact of books that agree is changed, as a row can be changed by a defect or by hand, and what the reconciler has to
 * say of it: exactly these labels, about exactly these. A fact that two others tell of as well has two.
 */

import type fc from "fast-check";
import type { ReservationStatus } from "../../../src/inventory/stock/reservation.ts";
import type { OrderStatus } from "../../../src/order/machine.ts";
import type { BookedPayment, Books } from "../../../src/reconcile/books.ts";

export interface Damage {
  /** A sentence for people: "a charge is lost". */
  readonly name: string;
  /** Why no rule sees some of its cases, where that is so. */
  readonly unseen?: string;
  /** For each row that it can hit, its cases: where to, by how much. */
  readonly cases: (books: Books) => readonly fc.Arbitrary<Case>[];
}

export interface Case {
  /** Which row, and what became of it. */
  readonly what: string;
  readonly damaged: Partial<Books>;
  readonly raises: readonly Raised[];
}

/** Whom a mismatch is about, and its label: "ord-0001 PAID_WITHOUT_CHARGE". */
export type Raised = `${string} ${string}`;

/** Whom there is nothing of in any book. */
export const nobody = {
  orderId: "ord-9999",
  userId: "user-9999",
  unitId: "sku-nowhere",
  eventId: 9999,
  currency: "XAF", // nobody pays in it here
  paymentObject: "pay-ord-9999",
} as const;

/** @param condition leaves it out when false. */
export function raise(about: string, label: string | undefined, condition = true): readonly Raised[] {
  return condition && label !== undefined ? [`${about} ${label}`] : [];
}

/** By how much a damage moves what the books add up to. */
export interface Shift {
  /** What the channel keeps, minor units. */
  readonly net?: bigint;
  /** What PAID orders cost. */
  readonly paidSum?: bigint;
  /** One of them is of another currency by so much; then the two do not agree whatever else. */
  readonly elsewhere?: bigint;
  /** Reservations CONFIRMED, and orders PAID. */
  readonly confirmed?: number;
  readonly paid?: number;
  /** Whether buckets and reservations part. */
  readonly drift?: boolean;
  /** An order is pending now: so long nothing is said of the net. */
  readonly pending?: boolean;
}

/** What follows from one damaged fact for all books together: they agreed before, so whatever moves alone is a mismatch. */
export function together({
  net = 0n,
  paidSum = 0n,
  elsewhere: inOther = 0n,
  confirmed = 0,
  paid = 0,
  drift,
  pending,
}: Shift): readonly Raised[] {
  return [
    ...raise("GLOBAL", "CONFIRMED_NOT_PAID", confirmed !== paid),
    ...raise("GLOBAL", "STOCK_DRIFT", drift === true),
    ...raise("GLOBAL", "NET_NOT_PAID_SUM", pending !== true && (net !== paidSum || inOther !== 0n)),
  ];
}

/** What an order of each state is called whose money is not as it should be. Orders that are pending are not judged. */
export function moneyLabel(status: OrderStatus, kind: "CHARGE" | "REFUND"): string | undefined {
  switch (status) {
    case "PAID":
      return kind === "CHARGE" ? "PAID_WITHOUT_CHARGE" : "PAID_BUT_REFUNDED";
    case "REFUNDED":
      return "REFUNDED_LEDGER_MISMATCH";
    case "CREATED":
    case "FAILED":
    case "CANCELLED":
      return `CHARGED_BUT_${status}`;
    case "PAYING":
    case "UNKNOWN":
    case "REFUNDING":
      return undefined;
  }
}

/** What it is called when this has become of its place, if that is not as it should be. */
export function placeLabel(status: OrderStatus, place: ReservationStatus | "NONE"): string | undefined {
  const keeps = place === "HELD" || place === "CONFIRMED";
  switch (status) {
    case "PAID":
      return place === "CONFIRMED" ? undefined : "PAID_WITHOUT_CONFIRMED_RESERVATION";
    case "CREATED":
      return place === "HELD" ? undefined : "CREATED_WITHOUT_HELD";
    case "REFUNDED":
    case "FAILED":
    case "CANCELLED":
      return keeps ? `${status}_BUT_RESERVATION_${place}` : undefined;
    case "PAYING":
    case "UNKNOWN":
    case "REFUNDING":
      return undefined;
  }
}

/** The list with other rows in the place of one; without any the row is lost. */
export function instead<T>(rows: readonly T[], row: T, ...by: readonly T[]): readonly T[] {
  return rows.flatMap((one) => (one === row ? by : [one]));
}

/** What is paid for it. */
export function paymentOf({ amount, currency, paymentObject }: BookedPayment): BookedPayment {
  return { amount, currency, paymentObject };
}

/** What an order is called that money has come or gone for another object, or in another currency: pending ones are not judged. */
export function moneyElsewhere(
  status: OrderStatus,
  label: "FOR_OTHER_OBJECT" | "IN_OTHER_CURRENCY",
): string | undefined {
  return status === "PAID" || status === "REFUNDED" ? `${status}_${label}` : moneyLabel(status, "CHARGE");
}

export function orderOf(books: Books, id: string): Books["orders"][number] | undefined {
  return books.orders.find(({ orderId }) => orderId === id);
}

/** The orders that there are but this one, and one that there is not: where a row may be moved to. */
export function elsewhere(books: Books, id: string): readonly string[] {
  return [...books.orders.map(({ orderId }) => orderId).filter((orderId) => orderId !== id), nobody.orderId];
}

/** The orders that there are without a conflict but this one, and one that there is not: a conflict is there once an order. */
export function withoutConflict(books: Books, id?: string): readonly string[] {
  const taken = new Set(books.conflicts.map(({ orderId }) => orderId));
  const free = books.orders.map(({ orderId }) => orderId).filter((orderId) => orderId !== id && !taken.has(orderId));
  return [...free, nobody.orderId];
}
