/** The three books together: what they add up to, and what the channel knows that the orders do not. */
import type { ReservationStatus } from "../../inventory/stock/reservation.ts";
import type { OrderStatus } from "../../order/machine.ts";
import type { Books } from "../books.ts";
import { ofOrders } from "./inventory.ts";
import { groupBy, type Mismatch, type Rule } from "./rule.ts";
import { areSame, netOf, sumsText, sumUp, type Sums } from "./sums.ts";

export interface Totals {
  /** Charged less refunded, of every order the channel knows. */
  readonly channelNet: Sums;
  /** What PAID orders cost. */
  readonly paidSum: Sums;
  /** Reservations of the order service, CONFIRMED. */
  readonly confirmed: number;
  /** Orders PAID. */
  readonly paid: number;
  /** Pieces by which the buckets miss their total, the HELD and the CONFIRMED reservations; 0 when stock is conserved. */
  readonly drift: number;
}

const pendingStatuses: readonly OrderStatus[] = ["PAYING", "UNKNOWN", "REFUNDING"];

export const totalRules: readonly Rule[] = [
  {
    labels: ["CHARGED_TWICE"],
    exact: "always",
    find: ({ statement }) =>
      [
        ...groupBy(
          statement.filter(({ kind }) => kind === "CHARGE"),
          ({ orderId }) => orderId,
        ),
      ]
        .filter(([, charges]) => charges.length > 1)
        .map(([orderId, charges]) => overall("CHARGED_TWICE", `CHARGED_TWICE ${orderId} charges=${charges.length}`)),
  },
  {
    labels: ["CHANNEL_WITHOUT_ORDER"],
    exact: "at rest", // an order that was placed after the snapshot may have been charged
    find: ({ orders, statement }) => {
      const known = new Set(orders.map(({ orderId }) => orderId));
      const strangers = new Set(statement.map(({ orderId }) => orderId).filter((orderId) => !known.has(orderId)));
      return [...strangers].map((orderId) => overall("CHANNEL_WITHOUT_ORDER", `CHANNEL_WITHOUT_ORDER ${orderId}`));
    },
  },
  {
    labels: ["CONFIRMED_NOT_PAID"],
    exact: "always",
    find: (books) => {
      const { confirmed, paid } = addUp(books);
      return confirmed === paid ? [] : [overall("CONFIRMED_NOT_PAID", `confirmed=${confirmed} != paid=${paid}`)];
    },
  },
  {
    labels: ["STOCK_DRIFT"],
    exact: "always",
    find: (books) => {
      const { drift } = addUp(books);
      return drift === 0 ? [] : [overall("STOCK_DRIFT", `drift=${drift} != 0`)];
    },
  },
  {
    labels: ["NET_NOT_PAID_SUM"],
    exact: "at rest",
    find: (books) => {
      const totals = addUp(books);
      // Till nothing is pending, money may be on its way.
      if (pendingOrders(books).length > 0 || areSame(totals.channelNet, totals.paidSum)) return [];
      const { channelNet, paidSum } = totalsText(totals);
      return [overall("NET_NOT_PAID_SUM", `channel_net=${channelNet} != paid_sum=${paidSum}`)];
    },
  },
];

/** Order ids that are still on their way to an end. */
export function pendingOrders(books: Books): readonly string[] {
  return books.orders.filter(({ status }) => pendingStatuses.includes(status)).map(({ orderId }) => orderId);
}

export function addUp(books: Books): Totals {
  const paid = books.orders.filter(({ status }) => status === "PAID");
  return {
    channelNet: netOf(books.statement),
    paidSum: sumUp(paid),
    confirmed: ofOrders(books.reservations).filter(({ status }) => status === "CONFIRMED").length,
    paid: paid.length,
    drift: stockDrift(books),
  };
}

/** How the two are told: bare numbers where there is one currency only. */
export function totalsText({ channelNet, paidSum }: Pick<Totals, "channelNet" | "paidSum">): {
  readonly channelNet: string;
  readonly paidSum: string;
} {
  const currencies = [...new Set([...channelNet.keys(), ...paidSum.keys()])];
  const usual = currencies.length === 1 ? currencies[0] : undefined;
  return { channelNet: sumsText(channelNet, usual), paidSum: sumsText(paidSum, usual) };
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

function overall(label: string, text: string): Mismatch {
  return { about: "GLOBAL", label, text: `GLOBAL ${text}` };
}
