/**
 * The stand-in's memory: what it charged, declined, closed and refunded. Each command is synchronous, so commands on
 * one order exclude each other; that is the promise on which "after CLOSED no charge" rests. It has no faults: those
 * happen to messages on their way.
 */
import type {
  ChargeReply,
  ChargeRequest,
  Notice,
  RefundReply,
  RefundRequest,
  StatementRow,
  StateReply,
} from "./contract.ts";
import { comparePayments, fromWirePayment, toWirePayment, type Payment } from "./payment.ts";

/** Whether a new charge succeeds. */
export type Decide = (merchantOrder: string, amount: number) => "CHARGED" | "DECLINED";

/** Whether a refund under a new key is refused: for good, as far as that key goes. */
export type Refuse = (merchantOrder: string) => boolean;

/** Whether the key of this order's refund is kept no longer: then the same request is a new one. */
export type Forget = (merchantOrder: string) => boolean;

interface Account {
  readonly payment: Payment;
  readonly notifyUrl: string;
  readonly txn: string;
  readonly verdict: "CHARGED" | "DECLINED";
  refundKey?: string;
}

/** A reply, and the notice that goes out beside it when something new happened. */
export interface Done<T> {
  readonly reply: T;
  readonly notify?: { readonly url: string; readonly notice: Notice };
}

export interface Ledger {
  charge(request: ChargeRequest): Done<ChargeReply>;
  state(merchantOrder: string): StateReply;
  close(merchantOrder: string): StateReply;
  refund(request: RefundRequest): Done<RefundReply>;
  statement(): readonly StatementRow[];
}

export function openLedger(decide: Decide, refuse: Refuse, forgets: Forget): Ledger {
  const accounts = new Map<string, Account | "CLOSED">();
  const ordersByRefundKey = new Map<string, string>();
  const refusedKeys = new Set<string>();
  const rows: StatementRow[] = [];
  let txns = 0;
  let notices = 0;

  function nextTxn(): string {
    return `txn-${String(++txns).padStart(4, "0")}`;
  }

  function book(kind: StatementRow["kind"], merchantOrder: string, payment: Payment, txn: string): void {
    rows.push({ kind, merchant_order: merchantOrder, ...toWirePayment(payment), txn });
  }

  function notifying<T>(reply: T, merchantOrder: string, account: Account, kind: Notice["kind"], txn: string): Done<T> {
    const notice = {
      notify_id: `ntf-${String(++notices).padStart(4, "0")}`,
      merchant_order: merchantOrder,
      kind,
      ...toWirePayment(account.payment),
      txn,
    };
    return { reply, notify: { url: account.notifyUrl, notice } };
  }

  return {
    charge({ merchant_order, notify_url, ...told }) {
      const payment = fromWirePayment(told);
      const known = accounts.get(merchant_order);
      if (known === "CLOSED") return { reply: { result: "CLOSED" } };
      if (known !== undefined) {
        const mismatch = comparePayments(known.payment, payment);
        return { reply: mismatch === undefined ? firstReply(known) : { result: mismatch } };
      }
      const verdict = decide(merchant_order, payment.amount);
      const account = { payment, notifyUrl: notify_url, txn: nextTxn(), verdict };
      accounts.set(merchant_order, account);
      if (verdict === "CHARGED") book("CHARGE", merchant_order, payment, account.txn);
      return notifying(firstReply(account), merchant_order, account, verdict, account.txn);
    },

    state(merchantOrder) {
      return stateOf(accounts.get(merchantOrder));
    },

    close(merchantOrder) {
      if (!accounts.has(merchantOrder)) accounts.set(merchantOrder, "CLOSED");
      return stateOf(accounts.get(merchantOrder));
    },

    refund({ merchant_order, refund_key, ...told }) {
      if (refusedKeys.has(refund_key)) return { reply: { result: "REFUSED" } };
      const usedFor = ordersByRefundKey.get(refund_key);
      if (usedFor !== undefined && usedFor !== merchant_order) return { reply: { result: "KEY_REUSED" } };
      const account = accounts.get(merchant_order);
      if (account === undefined || account === "CLOSED" || account.verdict === "DECLINED") {
        return { reply: { result: "NOT_CHARGED" } };
      }
      const mismatch = comparePayments(account.payment, fromWirePayment(told));
      if (mismatch !== undefined) return { reply: { result: mismatch } };
      const refunded = { result: "REFUNDED", ...toWirePayment(account.payment) } as const;
      if (account.refundKey !== undefined && !forgets(merchant_order)) return { reply: refunded };
      if (refuse(merchant_order)) {
        refusedKeys.add(refund_key);
        return { reply: { result: "REFUSED" } };
      }
      account.refundKey = refund_key;
      ordersByRefundKey.set(refund_key, merchant_order);
      const txn = nextTxn();
      book("REFUND", merchant_order, account.payment, txn);
      return notifying(refunded, merchant_order, account, "REFUNDED", txn);
    },

    statement() {
      return [...rows];
    },
  };
}

/** A replayed charge is told what the first was told, also when the money has gone back since. */
function firstReply(account: Account): ChargeReply {
  const payment = toWirePayment(account.payment);
  return account.verdict === "CHARGED"
    ? { result: "CHARGED", ...payment, txn: account.txn }
    : { result: "DECLINED", ...payment };
}

function stateOf(account: Account | "CLOSED" | undefined): StateReply {
  if (account === undefined) return { status: "NOT_FOUND" };
  if (account === "CLOSED") return { status: "CLOSED" };
  const payment = toWirePayment(account.payment);
  if (account.verdict === "DECLINED") return { status: "DECLINED", ...payment };
  if (account.refundKey !== undefined) return { status: "REFUNDED", ...payment };
  return { status: "CHARGED", ...payment, txn: account.txn };
}
