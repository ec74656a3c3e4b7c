/**
 * Holds the channel's ledger, the orders and the reservations against each other. Pure functions over books: an order
 * gets one label at most, that of the first rule in this page's order; five rules look at everything together.
 */
import type { ReservationStatus } from "../inventory/reservation.ts";
import type { OrderStatus } from "../order/machine.ts";
import type { BookedOrder, Books } from "./books.ts";

/** One line of a report: who, under which label, and the sentence after the word "mismatch". */
export interface Mismatch {
  /** An order's id, or GLOBAL. */
  readonly about: string;
  readonly label: string;
  readonly text: string;
}

/** One order as all three books show it. */
interface Facts {
  readonly order: BookedOrder;
  readonly charged: bigint;
  readonly refunded: bigint;
  readonly reservation: ReservationStatus | "NONE";
}

/** Labels of what concerns everything. */
export const globalLabels = [
  "CHARGED_TWICE",
  "CHANNEL_WITHOUT_ORDER",
  "CONFIRMED_NOT_PAID",
  "STOCK_DRIFT",
  "NET_NOT_PAID_SUM",
] as const;

interface OrderRule {
  readonly of: readonly OrderStatus[];
  readonly label: (facts: Facts) => string;
  readonly fires: (facts: Facts) => boolean;
}

/** PAYING, UNKNOWN and REFUNDING are not judged: they are pending. */
const PENDING: readonly OrderStatus[] = ["PAYING", "UNKNOWN", "REFUNDING"];

const keepsPlace = ({ reservation }: Facts) => reservation === "HELD" || reservation === "CONFIRMED";

export const orderRules: readonly OrderRule[] = [
  {
    of: ["PAID"],
    label: () => "PAID_WITHOUT_CHARGE",
    fires: ({ order, charged }) => charged !== order.amount,
  },
  {
    of: ["PAID"],
    label: () => "PAID_BUT_REFUNDED",
    fires: ({ refunded }) => refunded !== 0n,
  },
  {
    of: ["PAID"],
    label: () => "PAID_WITHOUT_CONFIRMED_RESERVATION",
    fires: ({ reservation }) => reservation !== "CONFIRMED",
  },
  {
    of: ["REFUNDED"],
    label: () => "REFUNDED_LEDGER_MISMATCH",
    fires: ({ order, charged, refunded }) => charged !== order.amount || refunded !== order.amount,
  },
  {
    of: ["REFUNDED"],
    label: ({ reservation }) => `REFUNDED_BUT_RESERVATION_${reservation}`,
    fires: keepsPlace,
  },
  {
    of: ["FAILED", "CANCELLED"],
    label: ({ order }) => `CHARGED_BUT_${order.status}`,
    fires: ({ charged, refunded }) => charged !== refunded,
  },
  {
    of: ["FAILED", "CANCELLED"],
    label: ({ order, reservation }) => `${order.status}_BUT_RESERVATION_${reservation}`,
    fires: keepsPlace,
  },
  {
    of: ["CREATED"],
    label: () => "CHARGED_BUT_CREATED",
    fires: ({ charged }) => charged !== 0n,
  },
  {
    of: ["CREATED"],
    label: () => "CREATED_WITHOUT_HELD",
    fires: ({ reservation }) => reservation !== "HELD",
  },
];

export function judgeOrders(books: Books): readonly Mismatch[] {
  const charged = sumByOrder(books, "CHARGE");
  const refunded = sumByOrder(books, "REFUND");
  const reservations = new Map(books.reservations.map(({ requestKey, status }) => [requestKey, status]));
  return books.orders.flatMap((order) => {
    const facts: Facts = {
      order,
      charged: charged.get(order.orderId) ?? 0n,
      refunded: refunded.get(order.orderId) ?? 0n,
      reservation: reservations.get(order.reservationKey) ?? "NONE",
    };
    const rule = orderRules.find(({ of, fires }) => of.includes(order.status) && fires(facts));
    return rule === undefined ? [] : [orderMismatch(facts, rule.label(facts))];
  });
}

/** Order ids that are still on their way to an end. */
export function pendingOrders(books: Books): readonly string[] {
  return books.orders.filter(({ status }) => PENDING.includes(status)).map(({ orderId }) => orderId);
}

export interface Totals {
  /** Charged less refunded, of every order the channel knows. */
  readonly channelNet: bigint;
  readonly paidSum: bigint;
  /** Reservations CONFIRMED. */
  readonly confirmed: number;
  /** Orders PAID. */
  readonly paid: number;
  /** Pieces by which the buckets miss their total, the HELD and the CONFIRMED reservations; 0 when stock is conserved. */
  readonly drift: number;
}

export function addUp(books: Books): Totals {
  const paid = books.orders.filter(({ status }) => status === "PAID");
  return {
    channelNet: sum(books.statement.map(({ kind, amount }) => (kind === "CHARGE" ? amount : -amount))),
    paidSum: sum(paid.map(({ amount }) => amount)),
    confirmed: books.reservations.filter(({ status }) => status === "CONFIRMED").length,
    paid: paid.length,
    drift: stockDrift(books),
  };
}

/** The five that look at everything. Money is compared only when nothing is pending: till then it may be on its way. */
export function judgeTogether(books: Books): readonly Mismatch[] {
  const { channelNet, paidSum, confirmed, paid, drift } = addUp(books);
  const found = [...chargedTwice(books), ...chargedForNobody(books)];
  if (confirmed !== paid) found.push(globalMismatch("CONFIRMED_NOT_PAID", `confirmed=${confirmed} != paid=${paid}`));
  if (drift !== 0) found.push(globalMismatch("STOCK_DRIFT", `drift=${drift} != 0`));
  if (pendingOrders(books).length === 0 && channelNet !== paidSum) {
    found.push(globalMismatch("NET_NOT_PAID_SUM", `channel_net=${channelNet} != paid_sum=${paidSum}`));
  }
  return found;
}

function chargedTwice(books: Books): Mismatch[] {
  const charges = new Map<string, number>();
  for (const { kind, orderId } of books.statement) {
    if (kind === "CHARGE") charges.set(orderId, (charges.get(orderId) ?? 0) + 1);
  }
  return [...charges]
    .filter(([, times]) => times > 1)
    .map(([orderId, times]) => globalMismatch("CHARGED_TWICE", `CHARGED_TWICE ${orderId} charges=${times}`));
}

function chargedForNobody(books: Books): Mismatch[] {
  const orders = new Set(books.orders.map(({ orderId }) => orderId));
  const strangers = new Set(books.statement.map(({ orderId }) => orderId).filter((orderId) => !orders.has(orderId)));
  return [...strangers].map((orderId) => globalMismatch("CHANNEL_WITHOUT_ORDER", `CHANNEL_WITHOUT_ORDER ${orderId}`));
}

function stockDrift(books: Books): number {
  const units = new Set([...books.balances, ...books.reservations].map(({ unitId }) => unitId));
  let drift = 0;
  for (const unitId of units) {
    const balance = books.balances.find((row) => row.unitId === unitId);
    const { total = 0, available = 0, held = 0, locked = 0, sold = 0, invalid = 0 } = balance ?? {};
    const reserved = (status: ReservationStatus) =>
      books.reservations
        .filter((row) => row.unitId === unitId && row.status === status)
        .reduce((pieces, row) => pieces + row.quantity, 0);
    drift += Math.abs(total - (available + held + locked + sold + invalid));
    drift += Math.abs(held - reserved("HELD")) + Math.abs(sold - reserved("CONFIRMED"));
  }
  return drift;
}

function orderMismatch({ order, charged, refunded, reservation }: Facts, label: string): Mismatch {
  const text = `${order.orderId} ${order.status} ${label} charged=${charged} refunded=${refunded} reservation=${reservation}`;
  return { about: order.orderId, label, text };
}

function globalMismatch(label: (typeof globalLabels)[number], text: string): Mismatch {
  return { about: "GLOBAL", label, text: `GLOBAL ${text}` };
}

function sumByOrder(books: Books, kind: "CHARGE" | "REFUND"): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const row of books.statement) {
    if (row.kind === kind) sums.set(row.orderId, (sums.get(row.orderId) ?? 0n) + row.amount);
  }
  return sums;
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}
