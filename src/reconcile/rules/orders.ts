/**
 * Each order as all three books show it: the channel's ledger, the orders, the reservations. An order gets one label at
 * most, that of the first rule in this page's order. What is compared as an amount is in the order's own currency: money in another
 * one, or for another object, is told of before.
 */
import type { ReservationStatus } from "../../inventory/stock/reservation.ts";
import type { OrderStatus } from "../../order/machine.ts";
import type { BookedOrder, Books, MoneyMovement } from "../books.ts";
import { groupBy, type Exact, type Mismatch } from "./rule.ts";
import { isGivenBack, sumsText, sumUp, type Sums } from "./sums.ts";

interface Facts {
  readonly order: BookedOrder;
  /** What the statement has of it, charges and refunds. */
  readonly movements: readonly MoneyMovement[];
  readonly charged: Sums;
  readonly refunded: Sums;
  readonly reservation: ReservationStatus | "NONE";
}

export interface OrderRule {
  /** Orders in these states are judged by it. PAYING, UNKNOWN and REFUNDING are in none: they are pending. */
  readonly of: readonly OrderStatus[];
  readonly label: (facts: Pick<Facts, "reservation"> & { readonly order: Pick<BookedOrder, "status"> }) => string;
  readonly exact: Exact;
  readonly fires: (facts: Facts) => boolean;
}

/** Minor units of the order's own currency. */
const inItsOwn = (sums: Sums, { currency }: BookedOrder): bigint => sums.get(currency) ?? 0n;

const keepsPlace = ({ reservation }: Facts) => reservation === "HELD" || reservation === "CONFIRMED";

export const orderRules: readonly OrderRule[] = [
  {
    of: ["PAID", "REFUNDED"],
    label: ({ order }) => `${order.status}_FOR_OTHER_OBJECT`,
    exact: "always",
    fires: ({ order, movements }) => movements.some(({ paymentObject }) => paymentObject !== order.paymentObject),
  },
  {
    of: ["PAID", "REFUNDED"],
    label: ({ order }) => `${order.status}_IN_OTHER_CURRENCY`,
    exact: "always",
    fires: ({ order, movements }) => movements.some(({ currency }) => currency !== order.currency),
  },
  {
    of: ["PAID"],
    label: () => "PAID_WITHOUT_CHARGE",
    exact: "always",
    fires: ({ order, charged }) => inItsOwn(charged, order) !== order.amount,
  },
  {
    of: ["PAID"],
    label: () => "PAID_BUT_REFUNDED",
    exact: "always",
    fires: ({ refunded }) => refunded.size > 0,
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
    fires: ({ order, charged, refunded }) => [charged, refunded].some((sums) => inItsOwn(sums, order) !== order.amount),
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
    fires: ({ movements }) => !isGivenBack(movements),
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
    fires: ({ charged, refunded }) => charged.size > 0 || refunded.size > 0,
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
  const statement = groupBy(books.statement, ({ orderId }) => orderId);
  const reservations = new Map(books.reservations.map(({ requestKey, status }) => [requestKey, status]));
  return books.orders.flatMap((order) => {
    const movements = statement.get(order.orderId) ?? [];
    const facts: Facts = {
      order,
      movements,
      charged: sumUp(movements.filter(({ kind }) => kind === "CHARGE")),
      refunded: sumUp(movements.filter(({ kind }) => kind === "REFUND")),
      reservation: reservations.get(order.reservationKey) ?? "NONE",
    };
    const rule = rules.find(({ of, fires }) => of.includes(order.status) && fires(facts));
    return rule === undefined ? [] : [orderMismatch(facts, rule.label(facts))];
  });
}

function orderMismatch({ order, charged, refunded, reservation }: Facts, label: string): Mismatch {
  const money = [`charged=${sumsText(charged, order.currency)}`, `refunded=${sumsText(refunded, order.currency)}`];
  const text = [order.orderId, order.status, label, ...money, `reservation=${reservation}`].join(" ");
  return { about: order.orderId, label, text };
}
