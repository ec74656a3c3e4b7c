import { describe, expect, it } from "vitest";
import type { PaymentAnswer } from "../channel/client.ts";
import { configure, type Config } from "../config.ts";
import type { Tx } from "../database.ts";
import { shippedParts, type Context, type Parts } from "../parts.ts";
import type { Rehold } from "./hold.ts";
import { isEdge, statuses, type OrderStatus } from "./machine.ts";
import type { Order } from "./order.ts";
import { applyAnswer } from "./settle.ts";

const tx: Tx = { query: async () => Promise.reject(new Error("no statement belongs here")) };
const url = "http://shop.test";

interface Given {
  readonly status: OrderStatus;
  readonly held?: boolean;
  readonly rehold?: Rehold;
  readonly overdue?: boolean;
  readonly inConflict?: boolean;
  readonly policies?: Partial<Config>;
}

const payment = { paymentObject: "pay-ord-0001", amount: 1990, currency: "EUR" };

/** Applies an answer to one order among parts that only write down what they were asked to do. */
async function apply(answer: PaymentAnswer, given: Given) {
  const { status, held = true, rehold, overdue = false, inConflict = false, policies } = given;
  const did: string[] = [];
  const order: Order = {
    orderId: "ord-0001",
    status,
    version: 3,
    userId: "user-0042",
    sku: "sku-lab-01",
    ...payment,
    reservationKey: "ord-0001/r1",
    reserveAttempt: 1,
  };
  const isHeld = held;
  const parts: Parts = {
    ...shippedParts,
    lockOrder: async () => order,
    transition: async (_shop, _tx, { status: from }, to, cause) => {
      expect(isEdge(from, to), `${from} -> ${to}`).toBe(true);
      did.push(`${to}: ${cause}`);
    },
    confirmHeld: async () => isHeld,
    releaseHeld: async () => did.push("release") > 0,
    confirmInTime: async () => isHeld && !overdue,
    rehold: async () => rehold ?? { outcome: "SOLD_OUT" },
    isInConflict: async () => inConflict,
    insertConflict: async (_shop, _tx, _order, cause) => void did.push(`conflict: ${cause}`),
    insertRefund: async (_shop, _tx, _order, key) => void did.push(`refund ${key}`),
  };
  const shop: Context = {
    ports: {
      clock: { nowMs: () => 0, sleep: async () => undefined },
      fetch: async () => Promise.reject(new Error("no message belongs here")),
      database: { connect: async () => Promise.reject(new Error("no session belongs here")) },
      background: () => undefined,
      report: () => undefined,
    },
    config: configure({ channelUrl: url, ordersUrl: url, fulfillmentUrl: url, projectorUrl: url }, policies),
    parts,
  };
  const { effect } = await applyAnswer(shop, tx, "ord-0001", answer, "query");
  return [effect, ...did];
}

const charged: PaymentAnswer = { state: "CHARGED", payment, txn: "txn-0001" };

describe("settle: what each answer does in each state", () => {
  const duplicate = (status: OrderStatus) => [`DUPLICATE ${status}`];
  const anomaly = (status: OrderStatus) => [
    "REFUNDING_ANOMALY",
    "refund rf-ord-0001",
    `REFUNDING: query after ${status}`,
  ];
  const successes = {
    CREATED: ["PAID", "PAID: query"],
    PAYING: ["PAID", "PAID: query"],
    UNKNOWN: ["PAID", "PAID: query"],
    PAID: duplicate("PAID"),
    FAILED: anomaly("FAILED"),
    CANCELLED: anomaly("CANCELLED"),
    REFUNDING: duplicate("REFUNDING"),
    REFUNDED: duplicate("REFUNDED"),
  } as const satisfies Record<OrderStatus, readonly string[]>;

  it.each(statuses)("CHARGED on %s", async (status) => {
    expect(await apply(charged, { status })).toEqual(successes[status]);
  });

  it.each(statuses)("DECLINED and CLOSED on %s", async (status) => {
    const open = status === "PAYING" || status === "UNKNOWN";
    const expected = open ? ["FAILED", "release", "FAILED: query"] : [`IGNORED ${status}`];
    expect(await apply({ state: "DECLINED", payment }, { status })).toEqual(expected);
    expect(await apply({ state: "CLOSED" }, { status })).toEqual(expected);
  });

  it.each(statuses)("REFUNDED on %s is ignored", async (status) => {
    expect(await apply({ state: "REFUNDED", payment }, { status })).toEqual([`IGNORED ${status}`]);
  });

  it.each(statuses)("another payment on %s changes nothing, whatever is said of it", async (status) => {
    const others = {
      AMOUNT_MISMATCH: { amount: 1991 },
      CURRENCY_MISMATCH: { currency: "USD", amount: 1991 },
      PAYMENT_OBJECT_MISMATCH: { paymentObject: "pay-ord-0002", currency: "USD", amount: 1991 },
    };
    for (const [effect, other] of Object.entries(others)) {
      for (const answer of [charged, { state: "DECLINED", payment }, { state: "REFUNDED", payment }] as const) {
        expect(await apply({ ...answer, payment: { ...payment, ...other } }, { status })).toEqual([effect]);
      }
    }
  });
});

describe("settle: a success whose hold was lost", () => {
  const rehold: Rehold = { outcome: "HELD", requestKey: "ord-0001/r2" };

  it("takes another place", async () => {
    const given = { status: "UNKNOWN", held: false, rehold } as const;
    expect(await apply(charged, given)).toEqual(["PAID_REHELD", "PAID: query re-reserved ord-0001/r2"]);
  });

  it.each(["SOLD_OUT", "USER_LIMIT"] as const)("gives the money back when there is none: %s", async (outcome) => {
    expect(await apply(charged, { status: "UNKNOWN", held: false, rehold: { outcome } })).toEqual([
      "REFUNDING",
      "refund rf-ord-0001",
      `REFUNDING: query stock lost (${outcome})`,
    ]);
  });

  it("gives the money back at once where the sale says so", async () => {
    const given = { status: "UNKNOWN", held: false, rehold, policies: { lateSuccess: "refund" } } as const;
    expect(await apply(charged, given)).toEqual([
      "REFUNDING",
      "refund rf-ord-0001",
      "REFUNDING: query stock lost (HOLD_EXPIRED)",
    ]);
  });
});

describe("settle: a success whose hold was lost, where a person decides", () => {
  const late = { held: false, rehold: { outcome: "HELD", requestKey: "ord-0001/r2" } } as const;
  const manual = { ...late, policies: { lateSuccess: "manual" } } as const;

  it.each(["CREATED", "PAYING"] as const)("a %s order is UNKNOWN and in conflict", async (status) => {
    expect(await apply(charged, { ...manual, status })).toEqual([
      "CONFLICT",
      "conflict: query",
      "UNKNOWN: query stock lost (CONFLICT)",
    ]);
  });

  it("an UNKNOWN order stays what it is", async () => {
    expect(await apply(charged, { ...manual, status: "UNKNOWN" })).toEqual(["CONFLICT", "conflict: query"]);
  });

  it.each(["manual", "refund", "rehold-or-refund"] as const)("nothing moves it while it waits: %s", async (policy) => {
    const given = { ...late, status: "UNKNOWN", inConflict: true, policies: { lateSuccess: policy } } as const;
    expect(await apply(charged, given)).toEqual(["DUPLICATE CONFLICT"]);
    for (const state of ["DECLINED", "CLOSED", "REFUNDED"] as const) {
      const answer = state === "CLOSED" ? { state } : { state, payment };
      expect(await apply(answer, given)).toEqual(["IGNORED UNKNOWN"]);
    }
    expect(await apply({ ...charged, payment: { ...payment, amount: 1991 } }, given)).toEqual(["AMOUNT_MISMATCH"]);
  });

  it("nor is its place confirmed while it waits, should there be one", async () => {
    expect(await apply(charged, { ...manual, held: true, status: "UNKNOWN", inConflict: true })).toEqual([
      "DUPLICATE CONFLICT",
    ]);
  });

  it.each(["FAILED", "CANCELLED"] as const)("of an order that is %s the money goes back", async (status) => {
    const [effect] = await apply(charged, { ...manual, status });
    expect(effect).toBe("REFUNDING_ANOMALY");
  });
});

describe("settle: a hold past its deadline that nobody has swept", () => {
  it("still counts by default", async () => {
    expect(await apply(charged, { status: "UNKNOWN", overdue: true })).toEqual(["PAID", "PAID: query"]);
  });

  it("is lost where the deadline decides", async () => {
    const policies = { expiredHold: "deadline-decides", lateSuccess: "refund" } as const;
    const [effect] = await apply(charged, { status: "UNKNOWN", overdue: true, policies });
    expect(effect).toBe("REFUNDING");
    expect(await apply(charged, { status: "UNKNOWN", overdue: false, policies })).toEqual(["PAID", "PAID: query"]);
  });
});
