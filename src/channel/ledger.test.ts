import { describe, expect, it } from "vitest";
import { openLedger } from "./ledger.ts";

const payment = { payment_object: "pay-ord-0001", amount: 1990, currency: "EUR" };
const charge = { merchant_order: "ord-0001", ...payment, notify_url: "http://orders.test/callbacks/payment" };
const refund = { merchant_order: "ord-0001", refund_key: "rf-ord-0001", ...payment };

/** Each way in which a payment may be another one, and what it is called. */
const others = [
  ["PAYMENT_OBJECT_MISMATCH", { payment_object: "pay-ord-0002" }],
  ["CURRENCY_MISMATCH", { currency: "USD" }],
  ["AMOUNT_MISMATCH", { amount: 1991 }],
] as const;

/** No refund is refused, and no key forgotten. */
const never = (): boolean => false;

describe("channel ledger: charge", () => {
  it("happens once an order, and only the first time it is told to the shop", () => {
    const ledger = openLedger(() => "CHARGED", never, never);
    const first = ledger.charge(charge);
    expect(first.reply).toEqual({ result: "CHARGED", ...payment, txn: "txn-0001" });
    expect(first.notify?.notice).toMatchObject({ notify_id: "ntf-0001", kind: "CHARGED", ...payment });
    expect(ledger.charge(charge)).toEqual({ reply: first.reply });
    expect(ledger.statement()).toHaveLength(1);
  });

  it.each(others)("refuses another payment: %s", (result, other) => {
    const ledger = openLedger(() => "CHARGED", never, never);
    ledger.charge(charge);
    expect(ledger.charge({ ...charge, ...other })).toEqual({ reply: { result } });
    expect(ledger.statement()).toEqual([{ kind: "CHARGE", merchant_order: "ord-0001", ...payment, txn: "txn-0001" }]);
  });

  it("stays declined once it was", () => {
    let verdict: "CHARGED" | "DECLINED" = "DECLINED";
    const ledger = openLedger(() => verdict, never, never);
    expect(ledger.charge(charge).notify?.notice.kind).toBe("DECLINED");
    verdict = "CHARGED";
    expect(ledger.charge(charge)).toEqual({ reply: { result: "DECLINED", ...payment } });
    expect(ledger.statement()).toEqual([]);
  });
});

describe("channel ledger: close", () => {
  it("refuses every charge afterwards", () => {
    const ledger = openLedger(() => "CHARGED", never, never);
    expect(ledger.close("ord-0001")).toEqual({ status: "CLOSED" });
    expect(ledger.charge(charge)).toEqual({ reply: { result: "CLOSED" } });
    expect(ledger.state("ord-0001")).toEqual({ status: "CLOSED" });
    expect(ledger.statement()).toEqual([]);
  });

  it("tells of a charge that came first, and leaves it", () => {
    const ledger = openLedger(() => "CHARGED", never, never);
    ledger.charge(charge);
    expect(ledger.close("ord-0001")).toEqual({ status: "CHARGED", ...payment, txn: "txn-0001" });
    expect(ledger.state("ord-0001").status).toBe("CHARGED");
  });
});

describe("channel ledger: refund", () => {
  it("happens once a key, and is told once", () => {
    const ledger = openLedger(() => "CHARGED", never, never);
    ledger.charge(charge);
    expect(ledger.refund(refund).notify?.notice).toMatchObject({ notify_id: "ntf-0002", kind: "REFUNDED" });
    expect(ledger.refund(refund)).toEqual({ reply: { result: "REFUNDED", ...payment } });
    expect(ledger.statement().map(({ kind, amount }) => [kind, amount])).toEqual([
      ["CHARGE", 1990],
      ["REFUND", 1990],
    ]);
    expect(ledger.state("ord-0001")).toEqual({ status: "REFUNDED", ...payment });
  });

  it("never gives back twice, whatever the key", () => {
    const ledger = openLedger(() => "CHARGED", never, never);
    ledger.charge(charge);
    ledger.refund(refund);
    ledger.refund({ ...refund, refund_key: "rf-ord-0001/2" });
    expect(ledger.statement()).toHaveLength(2);
  });

  it("happens again under its key, when that is forgotten", () => {
    const forgotten = new Set<string>();
    const ledger = openLedger(
      () => "CHARGED",
      never,
      (order) => forgotten.has(order),
    );
    ledger.charge(charge);
    ledger.refund(refund);
    ledger.refund(refund);
    expect(ledger.statement()).toHaveLength(2);
    forgotten.add("ord-0001");
    expect(ledger.refund(refund).reply.result).toBe("REFUNDED");
    expect(ledger.statement()).toHaveLength(3);
  });

  it("is refused for good under its key, and not under another", () => {
    const refused = new Set(["ord-0001"]);
    const ledger = openLedger(
      () => "CHARGED",
      (order) => refused.delete(order),
      never,
    );
    ledger.charge(charge);
    expect(ledger.refund(refund)).toEqual({ reply: { result: "REFUSED" } });
    expect(ledger.refund(refund)).toEqual({ reply: { result: "REFUSED" } });
    expect(ledger.refund({ ...refund, refund_key: "rf-ord-0001/2" }).reply.result).toBe("REFUNDED");
    expect(ledger.refund(refund)).toEqual({ reply: { result: "REFUSED" } });
    expect(ledger.statement()).toHaveLength(2);
  });

  it.each(others)("needs the payment that was charged: %s", (result, other) => {
    const ledger = openLedger(() => "CHARGED", never, never);
    ledger.charge(charge);
    expect(ledger.refund({ ...refund, ...other })).toEqual({ reply: { result } });
    ledger.refund(refund);
    expect(ledger.refund({ ...refund, ...other })).toEqual({ reply: { result } });
    expect(ledger.statement()).toHaveLength(2);
  });

  it("needs a charge and a key of its own", () => {
    const ledger = openLedger((order) => (order === "ord-0003" ? "DECLINED" : "CHARGED"), never, never);
    expect(ledger.refund(refund).reply.result).toBe("NOT_CHARGED");
    ledger.charge({ ...charge, merchant_order: "ord-0003" });
    expect(ledger.refund({ ...refund, merchant_order: "ord-0003" }).reply.result).toBe("NOT_CHARGED");
    ledger.charge(charge);
    ledger.refund(refund);
    ledger.charge({ ...charge, merchant_order: "ord-0002" });
    expect(ledger.refund({ ...refund, merchant_order: "ord-0002" }).reply.result).toBe("KEY_REUSED");
  });
});
