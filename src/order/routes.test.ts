import { describe, expect, it } from "vitest";
import { shopAlone } from "../alone.ts";
import { OutcomeUnknown } from "../database.ts";
import type { Parts } from "../parts.ts";
import type { DecideOutcome } from "./conflict.ts";

const wish = { request_key: "k1", user: "user-0042", sku: "sku-lab-01", amount: 1990 };
const payment = { payment_object: "pay-ord-0001", amount: 1990, currency: "EUR" };
const notice = { notify_id: "ntf-0001", merchant_order: "ord-0001", kind: "CHARGED", ...payment, txn: "txn-0001" };

/** Posts to an order service in which some parts answer as told; whatever else it does fails. */
async function post(path: string, body: unknown, told: Partial<Parts> = {}) {
  const { shop, url, reported } = shopAlone(told);
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const response = await shop.orders(new Request(url + path, { method: "POST", body: text }));
  return { code: response.status, body: await response.json(), reported };
}

describe("order routes: what is not let in", () => {
  it.each([
    ["no JSON", "{"],
    ["no amount", { ...wish, amount: undefined }],
    ["an amount that is no integer", { ...wish, amount: 19.9 }],
    ["an amount of nothing", { ...wish, amount: 0 }],
    ["an amount beyond the limit", { ...wish, amount: 1e15 }],
    ["an amount as text", { ...wish, amount: "1990" }],
    ["a currency that is none", { ...wish, currency: "EURO" }],
    ["a currency that ISO 4217 does not know", { ...wish, currency: "ABC" }],
    ["a currency in small letters", { ...wish, currency: "eur" }],
    ["an empty key", { ...wish, request_key: "" }],
    ["a field that nobody knows", { ...wish, status: "PAID" }],
  ])("%s", async (_what, body) => {
    expect((await post("/orders", body)).code).toBe(400);
  });

  it.each([
    ["of an unknown kind", { kind: "CLOSED" }],
    ["without a currency", { currency: undefined }],
    ["without a payment object", { payment_object: undefined }],
  ])("a notice %s", async (_what, other) => {
    expect((await post("/callbacks/payment", { ...notice, ...other })).code).toBe(400);
  });
});

const decision = { decision: "refund", decider: "anna", reason: "the buyer gave up" };

describe("order routes: what is no decision", () => {
  it.each([
    ["none", { ...decision, decision: undefined }],
    ["another one", { ...decision, decision: "keep" }],
    ["nobody's", { ...decision, decider: "" }],
    ["one without a reason", { ...decision, reason: "" }],
    ["one with a reason without end", { ...decision, reason: "x".repeat(501) }],
    ["one with a field that nobody knows", { ...decision, status: "PAID" }],
  ])("%s", async (_what, body) => {
    expect((await post("/orders/ord-0001/decision", body)).code).toBe(400);
  });
});

describe("order routes: how outcomes are spelled", () => {
  it.each([
    [200, { outcome: "DECIDED", ...decision }],
    [409, { outcome: "ALREADY_DECIDED", ...decision }],
    [409, { outcome: "NO_PLACE", cause: "SOLD_OUT" }],
    [409, { outcome: "NO_CONFLICT", status: "PAID" }],
    [404, { outcome: "NO_SUCH_ORDER" }],
  ] as const)("deciding: %i", async (code, decided) => {
    const told = await post("/orders/ord-0001/decision", decision, { decide: async () => decided as DecideOutcome });
    expect(told).toMatchObject({ code, body: { order_id: "ord-0001", ...decided } });
  });

  it.each([
    [201, { outcome: "CREATED", orderId: "ord-0001" }, { outcome: "CREATED", order_id: "ord-0001" }],
    [200, { outcome: "REPLAY", orderId: "ord-0001" }, { outcome: "REPLAY", order_id: "ord-0001" }],
    [409, { outcome: "SOLD_OUT" }, { outcome: "SOLD_OUT" }],
    [409, { outcome: "USER_LIMIT" }, { outcome: "USER_LIMIT" }],
    [422, { outcome: "KEY_REUSED" }, { outcome: "KEY_REUSED" }],
  ] as const)("placing: %i", async (code, placed, body) => {
    expect(await post("/orders", wish, { placeOrder: async () => placed })).toMatchObject({ code, body });
  });

  it.each([
    ["the deployment's own where none is named", wish, "EUR"],
    ["the one that is named", { ...wish, currency: "JPY" }, "JPY"],
  ])("placing: in which currency: %s", async (_what, body, currency) => {
    const placed: unknown[] = [];
    const placeOrder: Parts["placeOrder"] = async (_shop, request) => {
      placed.push(request.currency);
      return { outcome: "SOLD_OUT" };
    };
    await post("/orders", body, { placeOrder });
    expect(placed).toEqual([currency]);
  });

  it("paying", async () => {
    const pay = async (outcome: Awaited<ReturnType<Parts["pay"]>>) =>
      post("/orders/ord-0001/pay", {}, { pay: async () => outcome });
    expect(await pay({ outcome: "ANSWERED", status: "UNKNOWN" })).toMatchObject({
      code: 200,
      body: { status: "UNKNOWN" },
    });
    expect(await pay({ outcome: "REJECTED", status: "PAID" })).toMatchObject({
      code: 409,
      body: { outcome: "REJECTED", status: "PAID" },
    });
    expect((await pay({ outcome: "NO_SUCH_ORDER" })).code).toBe(404);
  });
});

describe("order routes: a failure of the database", () => {
  it("answers a callback with 500, so that the channel comes again", async () => {
    expect(await post("/callbacks/payment", notice)).toEqual({
      code: 500,
      body: { outcome: "ERROR" },
      reported: ["POST /callbacks/payment: Error: secret: the database is down"],
    });
  });

  it("answers a callback with 500 too when nobody knows whether it was committed", async () => {
    const transaction: Parts["transaction"] = async () => Promise.reject(new OutcomeUnknown("COMMIT", undefined));
    expect((await post("/callbacks/payment", notice, { transaction })).code).toBe(500);
  });
});
