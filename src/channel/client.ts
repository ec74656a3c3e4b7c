/**
 * Asks the channel, and turns whatever comes back into an outcome. No answer and an answer outside the contract are
 * outcomes too: they say nothing about the money, so nobody may take them for a failure.
 */
import { ask, get, post, type Heard } from "../http.ts";
import type { Context } from "../parts.ts";
import { NoAnswer } from "../ports.ts";
import { chargeReply, refundReply, statementReply, stateReply, type StatementRow } from "./contract.ts";

export interface NotAnswered {
  readonly state: "NO_ANSWER";
  readonly why: NoAnswer["why"];
}

export interface NotUnderstood {
  readonly state: "NOT_UNDERSTOOD";
  readonly detail: string;
}

/** What the channel says about one order's money. */
export type PaymentAnswer =
  | { readonly state: "CHARGED"; readonly amount: number; readonly txn: string }
  | { readonly state: "DECLINED" | "CLOSED" | "REFUNDED" };

export type ChargeOutcome = PaymentAnswer | NotAnswered | NotUnderstood;
export type QueryOutcome = PaymentAnswer | { readonly state: "NOT_FOUND" } | NotAnswered | NotUnderstood;
/** REFUSED is definite: nothing was or will be refunded under that key. */
export type RefundOutcome =
  { readonly state: "REFUNDED" } | { readonly state: "REFUSED"; readonly why: string } | NotAnswered | NotUnderstood;

export async function askCharge(shop: Context, orderId: string, amount: number): Promise<ChargeOutcome> {
  const { channelUrl, ordersUrl, channelTimeoutMs } = shop.config;
  const body = { merchant_order: orderId, amount, notify_url: `${ordersUrl}/callbacks/payment` };
  const request = post(`${channelUrl}/charge`, body);
  const heard = await ask(shop.ports.fetch, request, { timeoutMs: channelTimeoutMs }, chargeReply);
  if (heard.heard !== "reply") return unheard(heard);
  const reply = heard.body;
  switch (reply.result) {
    case "CHARGED":
      return { state: "CHARGED", amount: reply.amount, txn: reply.txn };
    case "AMOUNT_MISMATCH":
      return { state: "NOT_UNDERSTOOD", detail: "the channel knows this order with another amount" };
    default:
      return { state: reply.result };
  }
}

export async function askQuery(shop: Context, orderId: string): Promise<QueryOutcome> {
  return askState(shop, get(`${shop.config.channelUrl}/charges/${encodeURIComponent(orderId)}`));
}

/** After CLOSED no charge of this order can succeed any more. It may as well answer that one already did. */
export async function askClose(shop: Context, orderId: string): Promise<QueryOutcome> {
  return askState(shop, post(`${shop.config.channelUrl}/close`, { merchant_order: orderId }));
}

async function askState(shop: Context, request: Request): Promise<QueryOutcome> {
  const heard = await ask(shop.ports.fetch, request, { timeoutMs: shop.config.channelTimeoutMs }, stateReply);
  if (heard.heard !== "reply") return unheard(heard);
  const reply = heard.body;
  return reply.status === "CHARGED"
    ? { state: "CHARGED", amount: reply.amount, txn: reply.txn }
    : { state: reply.status };
}

export async function askRefund(
  shop: Context,
  refund: { readonly orderId: string; readonly refundKey: string; readonly amount: number },
): Promise<RefundOutcome> {
  const body = { merchant_order: refund.orderId, refund_key: refund.refundKey, amount: refund.amount };
  const request = post(`${shop.config.channelUrl}/refund`, body);
  const heard = await ask(shop.ports.fetch, request, { timeoutMs: shop.config.channelTimeoutMs }, refundReply);
  if (heard.heard !== "reply") return unheard(heard);
  const { result } = heard.body;
  return result === "REFUNDED" ? { state: "REFUNDED" } : { state: "REFUSED", why: result };
}

/** The channel's whole ledger. It has no use for half an answer, so it throws. */
export async function askStatement(shop: Context): Promise<readonly StatementRow[]> {
  const request = get(`${shop.config.channelUrl}/statement`);
  const heard = await ask(shop.ports.fetch, request, { timeoutMs: shop.config.statementTimeoutMs }, statementReply);
  if (heard.heard === "reply") return heard.body.rows;
  const cause = heard.heard === "nothing" ? new NoAnswer(heard.why) : heard.detail;
  throw new Error(`the channel's statement could not be read: ${JSON.stringify(heard)}`, { cause });
}

function unheard(heard: Exclude<Heard<unknown>, { heard: "reply" }>): NotAnswered | NotUnderstood {
  return heard.heard === "nothing"
    ? { state: "NO_ANSWER", why: heard.why }
    : { state: "NOT_UNDERSTOOD", detail: heard.detail };
}
