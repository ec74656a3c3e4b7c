/**
 * Money is money, however much it is. The guard that is missing: the amount that was charged is compared with what the order
 * costs.
 */
import { shippedParts, type Parts } from "../../src/parts.ts";

export const amountNotCompared: Partial<Parts> = {
  comparePayments: (meant, told) => shippedParts.comparePayments(meant, { ...told, amount: meant.amount }),
};
