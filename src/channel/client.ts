/**
 * Asks the channel, and turns whatever comes back into an outcome. No answer and an answer outside the contract are
 * outcomes too: they say nothing about the money, so nobody may take them for a failure.
 */
import { ask, get, post, type Heard } from "../http.ts";
import type { Context } from "../parts.ts";
import { NoAnswer } from "../ports.ts";
import { chargeReply, refundReply, statementReply, stateReply, type StatementRow } from "./contract.ts";
import { fromWirePayment, toWirePayment, type Payment } from "./payment.ts";

export interface NotAnswered {
  readonly state: "NO_ANSWER";
  readonly why: NoAnswer["why"];
}

export interface NotUnderstood {
  readonly state: "NOT_UNDERSTOOD";
  readonly detail: string;
}

/** What the channel says about one order's money, and of which payment. After CLOSED there is none to tell of. */
export type PaymentAnswer =
  | { readonly state: "CHARGED"; readonly payment: Payment; readonly txn: string }
  | { readonly state: "DECLINED" | "REFUNDED"; readonly payment: Payment }
  | { readonly state: "CLOSED" };

export type ChargeOutcome = PaymentAnswer | NotAnswered | NotUnderstood;
export type QueryOutcome = PaymentAnswer | { readonly state: "NOT_FOUND" } | NotAnswered | NotUnderstood;
/** REFUSED is definite: nothing was or will be refunded under that key. */
export type RefundOutcome =
  | { readonly state: "REFUNDED"; readonly payment: Payment }
  | { readonly state: "REFUSED"; readonly why: string }
  | NotAnswered
  | NotUnderstood;

export async function askCharge(shop: Context, orderId: string, payment: Payment): Promise<ChargeOutcome> {
  const { channelUrl, ordersUrl, channelTimeoutMs } = shop.config;
  const notify_url = `${ordersUrl}/callbacks/payment`;
  const body = { merchant_order: orderId, ...toWirePayment(payment), notify_url };
  const request = post(`${channelUrl}/charge`, body);
  const heard = await ask(shop.ports.fetch, request, { timeoutMs: channelTimeoutMs }, chargeReply);
  if (heard.heard !== "reply") return unheard(heard);
  const reply = heard.body;
  switch (reply.result) {
    case "CHARGED":
      return { state: "CHARGED", payment: fromWirePayment(reply), txn: reply.txn };
    case "DECLINED":
    case "REFUNDED":
      return { state: reply.result, payment: fromWirePayment(reply) };
    case "CLOSED":
      return { state: "CLOSED" };
    default:
      return { state: "NOT_UNDERSTOOD", detail: `the channel knows this order with another payment: ${reply.result}` };
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
  switch (reply.status) {
    case "CHARGED":
      return { state: "CHARGED", payment: fromWirePayment(reply), txn: reply.txn };
    case "DECLINED":
    case "REFUNDED":
      return { state: reply.status, payment: fromWirePayment(reply) };
    default:
      return { state: reply.status };
  }
}

export async function askRefund(
  shop: Context,
  refund: Payment & { readonly orderId: string; readonly refundKey: string },
): Promise<RefundOutcome> {
  const body = { merchant_order: refund.orderId, refund_key: refund.refundKey, ...toWirePayment(refund) };
  const request = post(`${shop.config.channelUrl}/refund`, body);
  const heard = await ask(shop.ports.fetch, request, { timeoutMs: shop.config.channelTimeoutMs }, refundReply);
  if (heard.heard !== "reply") return unheard(heard);
  const reply = heard.body;
  return reply.result === "REFUNDED"
    ? { state: "REFUNDED", payment: fromWirePayment(reply) }
    : { state: "REFUSED", why: reply.result };
}

/** The channel did not tell its ledger, or nothing that could be understood. */
export class StatementUnread extends Error {
  constructor(why: string, cause?: NoAnswer) {
    super(`the channel's statement could not be read: ${why}`, { cause });
    this.name = "StatementUnread";
  }
}

/**
 * The channel's whole ledger. It has no use for half an answer, so it throws.
 * @throws StatementUnread
 */
export async function askStatement(shop: Context): Promise<readonly StatementRow[]> {
  const request = get(`${shop.config.channelUrl}/statement`);
  const heard = await ask(shop.ports.fetch, request, { timeoutMs: shop.config.statementTimeoutMs }, statementReply);
  if (heard.heard === "reply") return heard.body.rows;
  if (heard.heard === "nonsense") throw new StatementUnread(heard.detail);
  const cause = new NoAnswer(heard.why);
  throw new StatementUnread(cause.message, cause);
}

function unheard(heard: Exclude<Heard<unknown>, { heard: "reply" }>): NotAnswered | NotUnderstood {
  return heard.heard === "nothing"
    ? { state: "NO_ANSWER", why: heard.why }
    : { state: "NOT_UNDERSTOOD", detail: heard.detail };
}
