import { describe, expect, it } from "vitest";
import { shopAlone } from "../../alone.ts";
import { OutcomeUnknown } from "../../database.ts";
import type { Parts } from "../../parts.ts";
import { adviceOn, answerOf, answerShape, refusals, rejected } from "./answer.ts";

const common = { operation_id: "op-1", tenant: "shop", caller: "mall", trace_id: "trace-1", deadline_ms: 500 };
const wish = { ...common, order_id: "o-1", user: "ada", lines: [{ unit_id: "sku", quantity: 1 }] };
const counted = {
  ...{ ...common, caller: "stockroom", adjustment_id: "count-1", unit_id: "sku", deltas: { available: 1 } },
  ...{ expected_version: 3, reason: "counted", ticket: "t-1" },
};

/** Sends to an inventory service in which some parts answer as told; its database is down. */
async function send(path: string, body?: unknown, told: Partial<Parts> = {}) {
  const { shop, url, reported } = shopAlone(told);
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const request = new Request(`${url}/inventory/${path}`, body === undefined ? {} : { method: "POST", body: text });
  const response = await shop.inventory(request);
  return { code: response.status, body: (await response.json()) as Record<string, unknown>, reported };
}

describe("inventory routes: what is not let in", () => {
  it.each([
    ["no JSON", "reserve", "{"],
    ["no caller", "reserve", { ...wish, caller: undefined }],
    ["no deadline", "reserve", { ...wish, deadline_ms: undefined }],
    ["no line", "reserve", { ...wish, lines: [] }],
    ["a line of nothing", "reserve", { ...wish, lines: [{ unit_id: "sku", quantity: 0 }] }],
    ["more than may be counted", "reserve", { ...wish, lines: [{ unit_id: "sku", quantity: 2e9 }] }],
    ["an id with a blank", "reserve", { ...wish, operation_id: "op 1" }],
    ["an operation that is named like an order's reservation", "reserve", { ...wish, operation_id: "ord-0001/r1" }],
    ["a field that nobody knows", "reserve", { ...wish, status: "HELD" }],
    ["a blind set", "adjust", { ...counted, available: 7 }],
    ["a bucket that belongs to reservations", "adjust", { ...counted, deltas: { held: -1 } }],
    ["an adjustment of nothing", "adjust", { ...counted, deltas: { available: 0 } }],
    ["no version that was counted", "adjust", { ...counted, expected_version: undefined }],
    ["a release by quantity", "release", { ...common, unit_id: "sku", quantity: 1, reason: "because" }],
  ])("%s", async (_what, path, body) => {
    const { code, body: told } = await send(path, body);
    expect(code).toBe(400);
    expect(told).toMatchObject({ outcome: "REJECTED", cause: "INVALID", next_action: "CORRECT_REQUEST" });
    expect(told["problems"]).not.toEqual([]);
  });

  it("a question that does not say who asks, or by somebody unknown", async () => {
    expect((await send("units/sku")).code).toBe(400);
    expect((await send("units/sku?tenant=shop&caller=nobody&trace_id=t")).body).toMatchObject({ cause: "NOT_ALLOWED" });
    expect((await send("units/sku/versions/x?tenant=shop&caller=mall&trace_id=t")).code).toBe(400);
  });
});

describe("inventory routes: how outcomes are spelled", () => {
  const about = { operation_id: "op-1", command: "reserve" };

  it.each(refusals)("%s", async (cause) => {
    const carryOut: Parts["carryOut"] = async () => answerOf(about, rejected(cause, "NONE"));
    const { code, body } = await send("reserve", wish, { carryOut });
    expect(code).toBe(adviceOn[cause].http);
    expect(answerShape.parse(body)).toMatchObject({ outcome: "REJECTED", cause, trace_id: "trace-1" });
  });

  it("accepted, and committed", async () => {
    const accepted = answerOf(about, { outcome: "ACCEPTED", state: "IN_PROGRESS", next: "POLL_STATUS" });
    expect(await send("reserve", wish, { carryOut: async () => accepted })).toMatchObject({
      code: 202,
      body: { next_action: "POLL_STATUS", status_url: "/inventory/operations/op-1" },
    });
    const committed = answerOf(about, { outcome: "COMMITTED", state: "HELD", reservation: "op-1" });
    expect(await send("reserve", wish, { carryOut: async () => committed })).toMatchObject({
      code: 200,
      body: { reservation_id: "op-1" },
    });
  });
});

describe("inventory routes: when nobody knows", () => {
  it("a failure is UNKNOWN, with its ids and nothing of what went wrong", async () => {
    const { code, body, reported } = await send("reserve", wish);
    expect(code).toBe(500);
    expect(body).toMatchObject({
      ...{
        outcome: "UNKNOWN",
        cause: "INTERNAL",
        next_action: "QUERY_STATUS",
        operation_id: "op-1",
        trace_id: "trace-1",
      },
      advice: { retry: false, query: true },
    });
    expect(JSON.stringify(body)).not.toContain("secret");
    expect(reported).toEqual(["reserve op-1: Error: secret: the database is down"]);
  });

  it("a lost reply to COMMIT is UNKNOWN; of a creation it may be sent again as it is", async () => {
    const transaction: Parts["transaction"] = async () => Promise.reject(new OutcomeUnknown("COMMIT", undefined));
    expect(await send("reserve", wish, { transaction })).toMatchObject({
      code: 503,
      body: { outcome: "UNKNOWN", cause: "REPLY_LOST", state: "UNKNOWN", next_action: "QUERY_STATUS" },
    });
    const unit = { unit_id: "u", product_id: "u", sku_id: "u", management: "SELF_MANAGED", unit_type: "QUANTITY" };
    const rules = { deduct_timing: "ON_PAYMENT", reversible: true, strategy_version: 1, total: 1 };
    const units = [{ ...unit, ...rules }];
    expect(await send("create", { ...common, units, on_sale: true, reason: "new" }, { transaction })).toMatchObject({
      code: 503,
      body: { outcome: "UNKNOWN", state: "FAILED_RETRYABLE", next_action: "RETRY_SAME" },
    });
  });

  it("a question that fails says nothing of why", async () => {
    const { code, body } = await send("units/sku?tenant=shop&caller=mall&trace_id=t");
    expect(code).toBe(500);
    expect(body).toEqual({
      outcome: "REJECTED",
      cause: "INTERNAL",
      next_action: "QUERY_STATUS",
      show: "being confirmed",
    });
  });
});
