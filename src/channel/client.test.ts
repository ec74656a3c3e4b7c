import { describe, expect, it } from "vitest";
import { configure } from "../config.ts";
import { shippedParts, type Context } from "../parts.ts";
import { NoAnswer } from "../ports.ts";
import { askCharge, askQuery, askRefund } from "./client.ts";

/** A shop whose channel gives this one answer. */
function answered(answer: () => Response): Context {
  const url = "http://channel.test";
  return {
    ports: {
      clock: { nowMs: () => 0, sleep: async () => undefined },
      fetch: async () => answer(),
      database: { connect: async () => Promise.reject(new Error("no statement belongs here")) },
      background: () => undefined,
      report: () => undefined,
    },
    config: configure({ channelUrl: url, ordersUrl: url, fulfillmentUrl: url, projectorUrl: url }),
    parts: shippedParts,
  };
}

const json = (status: number, body: unknown) => () => Response.json(body, { status });
const payment = { paymentObject: "pay-ord-0001", amount: 1990, currency: "EUR" };
const told = { payment_object: "pay-ord-0001", amount: 1990, currency: "EUR" };
const lost = (why: NoAnswer["why"]) => () => {
  throw new NoAnswer(why);
};

describe("channel client: what an answer to a charge means", () => {
  it.each([
    ["CHARGED", json(200, { result: "CHARGED", ...told, txn: "txn-0001" })],
    ["DECLINED", json(200, { result: "DECLINED", ...told })],
    ["REFUNDED", json(200, { result: "REFUNDED", ...told })],
    ["CLOSED", json(409, { result: "CLOSED" })],
    ["NOT_UNDERSTOOD", json(422, { result: "AMOUNT_MISMATCH" })],
    ["NOT_UNDERSTOOD", json(422, { result: "CURRENCY_MISMATCH" })],
    ["NOT_UNDERSTOOD", json(422, { result: "PAYMENT_OBJECT_MISMATCH" })],
    ["NOT_UNDERSTOOD", json(200, { result: "CHARGED", ...told, currency: undefined, txn: "txn-0001" })],
    ["NOT_UNDERSTOOD", json(200, { result: "CHARGED", ...told, currency: "euro", txn: "txn-0001" })],
    ["NOT_UNDERSTOOD", json(200, { result: "DECLINED" })],
    ["NOT_UNDERSTOOD", json(200, { result: "CHARGED" })],
    ["NOT_UNDERSTOOD", json(200, { result: "PROCESSING" })],
    ["NOT_UNDERSTOOD", json(500, { outcome: "ERROR" })],
    ["NOT_UNDERSTOOD", json(500, { result: "CLOSED" })],
    ["NOT_UNDERSTOOD", () => new Response("<html>502</html>", { status: 502 })],
    ["NO_ANSWER", lost("timeout")],
    ["NO_ANSWER", lost("io error")],
  ])("%s", async (state, answer) => {
    expect((await askCharge(answered(answer), "ord-0001", payment)).state).toBe(state);
  });

  it("names why there was none", async () => {
    expect(await askCharge(answered(lost("io error")), "ord-0001", payment)).toEqual({
      state: "NO_ANSWER",
      why: "io error",
    });
  });

  it("hands on an error that is none of the channel's", async () => {
    const broken = answered(() => {
      throw new TypeError("a bug");
    });
    await expect(askCharge(broken, "ord-0001", payment)).rejects.toThrow("a bug");
  });
});

describe("channel client: a server's error is no answer to a query or a refund either", () => {
  it("query", async () => {
    expect((await askQuery(answered(json(500, { status: "NOT_FOUND?" })), "ord-0001")).state).toBe("NOT_UNDERSTOOD");
    expect((await askQuery(answered(json(200, { status: "NOT_FOUND" })), "ord-0001")).state).toBe("NOT_FOUND");
  });

  it("refund", async () => {
    const task = { orderId: "ord-0001", refundKey: "rf-ord-0001", ...payment };
    expect((await askRefund(answered(json(503, {})), task)).state).toBe("NOT_UNDERSTOOD");
    expect((await askRefund(answered(json(409, { result: "NOT_CHARGED" })), task)).state).toBe("REFUSED");
    expect((await askRefund(answered(json(200, { result: "REFUNDED" })), task)).state).toBe("NOT_UNDERSTOOD");
    const refunded = json(200, { result: "REFUNDED", ...told });
    expect(await askRefund(answered(refunded), task)).toEqual({ state: "REFUNDED", payment });
  });
});
