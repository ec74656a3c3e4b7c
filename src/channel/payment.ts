/**
 * What is paid for an order, as the shop and the channel name it to each other in every message about a charge. Here and nowhere else
 * is one such name compared with another.
 */
import { z } from "zod";
import { limits } from "../limits.ts";

export interface Payment {
  /**
   * The payment object: what is paid for, by a name that the shop gives it when the order is placed. All charges, queries and refunds of the
   * order are about the same one. It is neither the order's id, by which a charge is idempotent, nor a refund's key.
   */
  readonly paymentObject: string;
  /** Minor units of the currency. */
  readonly amount: number;
  /** ISO 4217, alphabetic: "EUR". */
  readonly currency: string;
}

/** In what a told payment may differ from the one that was meant, and what that is called. */
export const paymentMismatches = ["PAYMENT_OBJECT_MISMATCH", "CURRENCY_MISMATCH", "AMOUNT_MISMATCH"] as const;

/** One of them. */
export type PaymentMismatch = (typeof paymentMismatches)[number];

/** Whether an effect or a result is one: then nothing was taken for a payment or a refund. */
export function isMismatch(said: string): said is PaymentMismatch {
  return paymentMismatches.some((mismatch) => mismatch === said);
}

/**
 * The first thing in which they differ; undefined when it is the same payment. The object comes first, and the currency before the amount:
 * amounts of different currencies are not comparable.
 */
export function comparePayments(meant: Payment, told: Payment): PaymentMismatch | undefined {
  if (told.paymentObject !== meant.paymentObject) return "PAYMENT_OBJECT_MISMATCH";
  if (told.currency !== meant.currency) return "CURRENCY_MISMATCH";
  return told.amount === meant.amount ? undefined : "AMOUNT_MISMATCH";
}

/** A payment's fields on the wire. */
export const paymentFields = {
  payment_object: z.string().min(1).max(limits.nameLengthMax),
  amount: z.int().min(1).max(limits.amountMax),
  // Any code: one that the shop does not sell in is told apart from the order's, and not turned away unread.
  currency: z.string().regex(/^[A-Z]{3}$/),
};

/** The same, as they are written. */
export interface WirePayment {
  readonly payment_object: string;
  readonly amount: number;
  readonly currency: string;
}

export function toWirePayment({ paymentObject, amount, currency }: Payment): WirePayment {
  return { payment_object: paymentObject, amount, currency };
}

export function fromWirePayment({ payment_object, amount, currency }: WirePayment): Payment {
  return { paymentObject: payment_object, amount, currency };
}
