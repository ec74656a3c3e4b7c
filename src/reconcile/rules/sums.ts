/** Sums of money, one a currency: amounts of different currencies are never added to each other. */
import type { BookedPayment, MoneyMovement } from "../books.ts";

/** Minor units by currency, in the order of the codes; what adds up to nothing is left out. */
export type Sums = ReadonlyMap<string, bigint>;

export function sumUp(payments: readonly Pick<BookedPayment, "amount" | "currency">[]): Sums {
  const sums = new Map<string, bigint>();
  for (const { amount, currency } of payments) sums.set(currency, (sums.get(currency) ?? 0n) + amount);
  return new Map([...sums].filter(([, sum]) => sum !== 0n).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** What came in, less what went back. */
export function netOf(movements: readonly MoneyMovement[]): Sums {
  return sumUp(movements.map((row) => ({ ...row, amount: row.kind === "CHARGE" ? row.amount : -row.amount })));
}

/** Whether all that came in for an object went back for it. */
export function isGivenBack(movements: readonly MoneyMovement[]): boolean {
  const objects = new Set(movements.map(({ paymentObject }) => paymentObject));
  return [...objects].every(
    (object) => netOf(movements.filter(({ paymentObject }) => paymentObject === object)).size === 0,
  );
}

export function areSame(some: Sums, others: Sums): boolean {
  return sumsText(some) === sumsText(others);
}

/** "1990 EUR + 300 USD", or "0". Of the `usual` currency only the number is said. */
export function sumsText(sums: Sums, usual?: string): string {
  const told = [...sums].map(([currency, sum]) => (currency === usual ? `${sum}` : `${sum} ${currency}`));
  return told.length === 0 ? "0" : told.join(" + ");
}
