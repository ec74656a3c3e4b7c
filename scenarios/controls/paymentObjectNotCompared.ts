/**
 * Money that comes under an order's number is for that order. The guard that is missing: what was paid for is compared with what the
 * order is paid for as.
 */
import { shippedParts, type Parts } from "../../src/parts.ts";

export const paymentObjectNotCompared: Partial<Parts> = {
  comparePayments: (meant, told) =>
    shippedParts.comparePayments(meant, { ...told, paymentObject: meant.paymentObject }),
};
