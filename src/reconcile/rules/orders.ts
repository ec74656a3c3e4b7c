/**
 * Each order as all three books show it: the channel's ledger, the orders, the reservations. An order gets one label at
 * most, that of the first rule in this page's order.
 */
import type { ReservationStatus } from "../../inventory/reservation.ts";
import type { OrderStatus } from "../../order/machine.ts";
import type { BookedOrder, Books } from "../books.ts";
import type { Exact, Mismatch } from "./rule.ts";

interface Facts {
  readonly order: BookedOrder;
  readonly charged: bigint;
  readonly refunded: bigint;
  readonly reservation: ReservationStatus | "NONE";
}

export interface OrderRule {
  /** Orders in these states are judged by it. PAYING, UNKNOWN and REFUNDING are in none: they are pending. */
  readonly of: readonly OrderStatus[];
  readonly label: (facts: Pick<Facts, "reservation"> & { readonly order: Pick<BookedOrder, "status"> }) => string;
  readonly exact: Exact;
  readonly fires: (facts: Facts) => boolean;
}

const keepsPlace = ({ reservation }: Facts) => reservation === "HELD" || reservation === "CONFIRMED";

export const orderRules: readonly OrderRule[] = [
  {
    of: ["PAID"],
    label: () => "PAID_WITHOUT_CHARGE",
    exact: "always",
    fires: ({ order, charged }) => charged !== order.amount,
  },
  {
    of: ["PAID"],
    label: () => "PAID_BUT_REFUNDED",
    exact: "always",
    fires: ({ refunded }) => refunded !== 0n,
  },
  {
    of: ["PAID"],
    label: () => "PAID_WITHOUT_CONFIRMED_RESERVATION",
    exact: "always",
    fires: ({ reservation }) => reservation !== "CONFIRMED",
  },
  {
    of: ["REFUNDED"],
    label: () => "REFUNDED_LEDGER_MISMATCH",
    exact: "always",
    fires: ({ order, charged, refunded }) => charged !== order.amount || refunded !== order.amount,
  },
  {
    of: ["REFUNDED"],
    label: ({ reservation }) => `REFUNDED_BUT_RESERVATION_${reservation}`,
    exact: "always",
    fires: keepsPlace,
  },
  {
    of: ["FAILED", "CANCELLED"],
    label: ({ order }) => `CHARGED_BUT_${order.status}`,
    exact: "at rest", // the money may come after the snapshot
    fires: ({ charged, refunded }) => charged !== refunded,
  },
  {
    of: ["FAILED", "CANCELLED"],
    label: ({ order, reservation }) => `${order.status}_BUT_RESERVATION_${reservation}`,
    exact: "always",
    fires: keepsPlace,
  },
  {
    of: ["CREATED"],
    label: () => "CHARGED_BUT_CREATED",
    exact: "at rest", // as above
    fires: ({ charged, refunded }) => charged !== 0n || refunded !== 0n,
  },
  {
    of: ["CREATED"],
    label: () => "CREATED_WITHOUT_HELD",
    exact: "at rest", // a hold is swept first, and its order cancelled later
    fires: ({ reservation }) => reservation !== "HELD",
  },
];

/** Every label that a rule may give. */
export function labelsOf({ of, label }: OrderRule): readonly string[] {
  const places = ["HELD", "CONFIRMED"] as const;
  return [...new Set(of.flatMap((status) => places.map((reservation) => label({ order: { status }, reservation }))))];
}

export function judgeOrders(books: Books, rules: readonly OrderRule[]): readonly Mismatch[] {
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
    const rule = rules.find(({ of, fires }) => of.includes(order.status) && fires(facts));
    return rule === undefined ? [] : [orderMismatch(facts, rule.label(facts))];
  });
}

function orderMismatch({ order, charged, refunded, reservation }: Facts, label: string): Mismatch {
  const text = `${order.orderId} ${order.status} ${label} charged=${charged} refunded=${refunded} reservation=${reservation}`;
  return { about: order.orderId, label, text };
}

function sumByOrder(books: Books, kind: "CHARGE" | "REFUND"): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const row of books.statement) {
    if (row.kind === kind) sums.set(row.orderId, (sums.get(row.orderId) ?? 0n) + row.amount);
  }
  return sums;
}
