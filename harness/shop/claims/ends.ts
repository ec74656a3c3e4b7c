/** What claims look up in the end of a run. */

import type { BookedOrder, MoneyMovement } from "../../../src/reconcile/books.ts";
import type { End } from "../books.ts";

export const paidOrders = ({ books }: End): readonly BookedOrder[] =>
  books.orders.filter((order) => order.status === "PAID");

export function movements({ books }: End, orderId: string, kind: "CHARGE" | "REFUND"): readonly MoneyMovement[] {
  return books.statement.filter((row) => row.orderId === orderId && row.kind === kind);
}

/** What the reconciler's completeness rules of these labels say about one subject. */
export function incomplete({ report }: End, about: string, ...labels: readonly string[]): string | undefined {
  const found = report.completeness.filter((one) => one.about === about && labels.includes(one.label));
  return found.length === 0 ? undefined : found.map(({ text }) => text).join("; ");
}
