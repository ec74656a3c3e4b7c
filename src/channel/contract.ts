/**
 * What goes over the wire between the shop and the payment channel. Both sides read it with these schemas.
 *
 * The promises behind the shapes: a charge is idempotent by merchant order; after CLOSED every charge of that order
 * is refused; close and charge exclude each other; a refund is always of the whole payment, and idempotent by its
 * key for as long as the channel keeps that. Whatever is told of a charge names its payment: object, amount and currency.
 * A query and a close name the order alone: whoever asks may not know what was booked.
 */
import { z } from "zod";
import { limits } from "../limits.ts";
import { paymentFields, paymentMismatches } from "./payment.ts";

const name = z.string().min(1).max(limits.nameLengthMax);

export const chargeRequest = z.object({ merchant_order: name, ...paymentFields, notify_url: z.url() });
export const closeRequest = z.object({ merchant_order: name });
export const refundRequest = z.object({ merchant_order: name, refund_key: name, ...paymentFields });

/**
 * POST /charge: 200 CHARGED or DECLINED; 409 CLOSED; 422 and in what it differs, when the order is known with another payment. A replay
 * may answer REFUNDED.
 */
export const chargeReply = z.discriminatedUnion("result", [
  z.object({ result: z.literal("CHARGED"), ...paymentFields, txn: name }),
  z.object({ result: z.enum(["DECLINED", "REFUNDED"]), ...paymentFields }),
  z.object({ result: z.enum(["CLOSED", ...paymentMismatches]) }),
]);

/** GET /charges/{merchant_order} and POST /close: 200 with the present state. */
export const stateReply = z.discriminatedUnion("status", [
  z.object({ status: z.literal("CHARGED"), ...paymentFields, txn: name }),
  z.object({ status: z.enum(["DECLINED", "REFUNDED"]), ...paymentFields }),
  z.object({ status: z.enum(["CLOSED", "NOT_FOUND"]) }),
]);

/**
 * POST /refund: 200 REFUNDED; 409 NOT_CHARGED, REFUSED, or REFUNDED by another key; 422 KEY_REUSED, or in what the payment differs from
 * the one that was charged.
 */
export const refundReply = z.discriminatedUnion("result", [
  z.object({ result: z.literal("REFUNDED"), ...paymentFields }),
  z.object({ result: z.enum(["REFUSED", "NOT_CHARGED", "KEY_REUSED", ...paymentMismatches]) }),
]);

/** A callback to notify_url; it is repeated until it gets a 200. */
export const notice = z.object({
  notify_id: name,
  merchant_order: name,
  kind: z.enum(["CHARGED", "DECLINED", "REFUNDED"]),
  ...paymentFields,
  txn: name.nullable(),
});

/** GET /statement: every movement of money, oldest first. */
export const statementReply = z.object({
  rows: z.array(z.object({ kind: z.enum(["CHARGE", "REFUND"]), merchant_order: name, ...paymentFields, txn: name })),
});

export type ChargeRequest = z.infer<typeof chargeRequest>;
export type ChargeReply = z.infer<typeof chargeReply>;
export type StateReply = z.infer<typeof stateReply>;
export type RefundRequest = z.infer<typeof refundRequest>;
export type RefundReply = z.infer<typeof refundReply>;
export type Notice = z.infer<typeof notice>;
export type StatementRow = z.infer<typeof statementReply>["rows"][number];
