/** Judges the books and says it in lines. */
import type { Context } from "../parts.ts";
import type { BookedConflict, Books } from "./books.ts";
import { openConflicts } from "./rules/conflicts.ts";
import { judgeOrders } from "./rules/orders.ts";
import type { Mismatch } from "./rules/rule.ts";
import { shippedRules, type Rules } from "./rules/rules.ts";
import { addUp, pendingOrders, totalsText, type Totals } from "./rules/totals.ts";

export interface Report {
  /** Orders first, in the order of their ids, then what concerns everything. */
  readonly mismatches: readonly Mismatch[];
  /** What lies beyond the three books: events, ledger replay, places and shipments without an order. */
  readonly completeness: readonly Mismatch[];
  /** Orders that are not judged yet. */
  readonly pending: readonly string[];
  /** Of these, the ones that nothing but a person's decision brings to an end. */
  readonly openConflicts: readonly BookedConflict[];
  /** How many orders are in each state that occurs, by name. */
  readonly classes: Readonly<Record<string, number>>;
  readonly totals: Totals;
}

export async function reconcile(shop: Context): Promise<Report> {
  return shop.parts.judge(await shop.parts.loadBooks(shop));
}

/** Pure. */
export function judge(books: Books, { orders, totals, completeness }: Rules = shippedRules): Report {
  const classes: Record<string, number> = {};
  for (const status of books.orders.map((order) => order.status).sort()) classes[status] = (classes[status] ?? 0) + 1;
  return {
    mismatches: [...judgeOrders(books, orders), ...totals.flatMap(({ find }) => find(books))],
    completeness: completeness.flatMap(({ find }) => find(books)),
    pending: pendingOrders(books),
    openConflicts: openConflicts(books),
    classes,
    totals: addUp(books),
  };
}

/** `mismatch …`, `completeness …` and `pending … OPEN_CONFLICT …` lines, then the summary. */
export function reportLines(report: Report): readonly string[] {
  return [
    ...report.mismatches.map(({ text }) => `mismatch ${text}`),
    ...report.completeness.map(({ text }) => `completeness ${text}`),
    ...report.openConflicts.map(({ orderId, amount }) => `pending ${orderId} OPEN_CONFLICT amount=${amount}`),
    `reconcile ${summary(report)}`,
  ];
}

/** classes={PAID=1} mismatches=0 pending=0 channel_net=1990 paid_sum=1990 confirmed=1 paid=1 drift=0 */
export function summary({ classes, mismatches, pending, totals }: Report): string {
  const { channelNet, paidSum } = totalsText(totals);
  const counts = Object.entries(classes).map(([status, count]) => `${status}=${count}`);
  return [
    `classes={${counts.join(", ")}}`,
    `mismatches=${mismatches.length}`,
    `pending=${pending.length}`,
    `channel_net=${channelNet}`,
    `paid_sum=${paidSum}`,
    `confirmed=${totals.confirmed}`,
    `paid=${totals.paid}`,
    `drift=${totals.drift}`,
  ].join(" ");
}
