/**
 * What goes over the wire between the shop and the payment channel. Both sides read it with these schemas.
 *
 * The promises behind the shapes: a charge is idempotent by merchant order; after CLOSED every charge of that order
 * is refused; close and charge exclude each other; a refund is always of the full amount, and idempotent by its
 * key for as long as the channel keeps that.
 */
import { z } from "zod";
import { limits } from "../limits.ts";

const name = z.string().min(1).max(limits.nameLengthMax);
const amount = z.int().min(1).max(limits.amountMax);

export const chargeRequest = z.object({ merchant_order: name, amount, notify_url: z.url() });
export const closeRequest = z.object({ merchant_order: name });
export const refundRequest = z.object({ merchant_order: name, refund_key: name, amount });

/** POST /charge: 200 CHARGED or DECLINED; 409 CLOSED; 422 AMOUNT_MISMATCH. A replay may answer REFUNDED. */
export const chargeReply = z.discriminatedUnion("result", [
  z.object({ result: z.literal("CHARGED"), amount, txn: name }),
  z.object({ result: z.enum(["DECLINED", "CLOSED", "REFUNDED", "AMOUNT_MISMATCH"]) }),
]);

/** GET /charges/{merchant_order} and POST /close: 200 with the present state. */
export const stateReply = z.discriminatedUnion("status", [
  z.object({ status: z.literal("CHARGED"), amount, txn: name }),
  z.object({ status: z.enum(["DECLINED", "CLOSED", "REFUNDED", "NOT_FOUND"]) }),
]);

/** POST /refund: 200 REFUNDED; 409 NOT_CHARGED, REFUSED, or REFUNDED by another key; 422 AMOUNT_MISMATCH, KEY_REUSED. */
export const refundReply = z.object({
  result: z.enum(["REFUNDED", "REFUSED", "NOT_CHARGED", "AMOUNT_MISMATCH", "KEY_REUSED"]),
});

/** A callback to notify_url; it is repeated until it gets a 200. */
export const notice = z.object({
  notify_id: name,
  merchant_order: name,
  kind: z.enum(["CHARGED", "DECLINED", "REFUNDED"]),
  amount,
  txn: name.nullable(),
});

/** GET /statement: every movement of money, oldest first. */
export const statementReply = z.object({
  rows: z.array(z.object({ kind: z.enum(["CHARGE", "REFUND"]), merchant_order: name, amount, txn: name })),
});

export type ChargeRequest = z.infer<typeof chargeRequest>;
export type ChargeReply = z.infer<typeof chargeReply>;
export type StateReply = z.infer<typeof stateReply>;
export type RefundRequest = z.infer<typeof refundRequest>;
export type RefundReply = z.infer<typeof refundReply>;
export type Notice = z.infer<typeof notice>;
export type StatementRow = z.infer<typeof statementReply>["rows"][number];
