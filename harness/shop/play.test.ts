import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shippedParts, type Parts } from "../../src/parts.ts";
import type { LabDatabase } from "../postgres/lab.ts";
import { experiment } from "./experiment.ts";
import { openDatabase } from "./lab.ts";
import { play } from "./play.ts";
import type { Story } from "./story.ts";

let lab: LabDatabase;
beforeAll(async () => {
  lab = await openDatabase({ kind: "embedded", major: 18 });
});
afterAll(() => lab.close());

/** Plays this story once. */
async function told(story: (story: Story) => Promise<void>, parts: Partial<Parts> = {}) {
  const made = experiment("T-01", { title: "A test", stock: 4, story, holds: [] });
  return play(lab, made, { seed: 29, parts, keepSource: false, afresh: false });
}

const throwing = (message: string) => async (): Promise<never> => {
  throw new Error(message);
};

describe("what a run tells of itself", () => {
  test("nothing, when all went well", async () => {
    const { end, expected, stuck, faults, failures, races } = await told(async ({ shop }) => {
      await shop.order({ user: "user-0042" }).expect("CREATED");
    });
    expect({ stuck, faults, failures, races }).toEqual({
      stuck: undefined,
      faults: { count: 0, never: [] },
      failures: [],
      races: 0,
    });
    expect(expected).toMatchObject([{ verdict: "holds", says: "order by user-0042: CREATED" }]);
    expect(end?.books.orders).toMatchObject([{ orderId: "ord-0001", status: "CREATED" }]);
  });

  test("a story that fails, once", async () => {
    const { failures, end } = await told(throwing("lost the thread"));
    expect(failures).toEqual(["story T-01 failed: lost the thread"]);
    expect(end).toBeDefined();
  });

  test("an error that nobody waited for", async () => {
    const { failures } = await told(async ({ sweeper }) => void sweeper.run(), { sweep: throwing("no sweep") });
    expect(failures).toEqual(["sweeper works failed: no sweep"]);
  });

  test("a failure that the caller was told of only as a 500", async () => {
    const { failures, expected } = await told(
      async ({ shop }) => {
        await shop.order({ user: "user-0042" }).expect({ http: 500 });
      },
      { placeOrder: throwing("no order") },
    );
    expect(expected).toMatchObject([{ verdict: "holds" }]);
    expect(failures).toEqual(["orders-1 POST /orders: no order"]);
  });

  test("a step of recovery that failed, while the others went on", async () => {
    const { failures, end } = await told(
      async ({ shop, channel, recovery, together }) => {
        const orders = await together(shop.order({ user: "user-0001" }), shop.order({ user: "user-0002" }));
        for (const order of orders) channel.on("charge", order).request.breakOff();
        await together(...orders.map((order) => shop.pay(order).expect("UNKNOWN")));
        await recovery.run();
      },
      {
        recoverPayment: async (shop, orderId) => {
          if (orderId === "ord-0001") throw new Error("no recovery");
          return shippedParts.recoverPayment(shop, orderId);
        },
      },
    );
    expect(failures).toEqual(["recovery on ord-0001: no recovery"]);
    expect(end?.books.orders.map(({ status }) => status)).toEqual(["UNKNOWN", "FAILED"]);
  });

  test("a fault that never fired, beside those that did", async () => {
    const { faults, lines } = await told(async ({ shop, channel }) => {
      const order = await shop.order({ user: "user-0042" });
      channel.on("charge", order).reply.delay(10);
      channel.on("refund", order).request.lose();
      await shop.pay(order);
    });
    expect(faults).toEqual({ count: 2, never: ["refund ord-0001 lost"] });
    expect(lines).toEqual([{ label: "fired", text: "reply to charge ord-0001 delayed 10 ms" }]);
  });

  test("a process that was never killed", async () => {
    const { faults } = await told(async ({ shop, process }) => {
      process("orders-1").killAt("charge answered");
      await shop.order({ user: "user-0042" });
    });
    expect(faults).toEqual({ count: 1, never: ['orders-1 killed at "charge answered"'] });
  });

  test("who waits, when nothing can move any more; then there is no end to judge", async () => {
    const { stuck, end, expected } = await told(async ({ shop, channel }) => {
      const order = await shop.order({ user: "user-0042" });
      channel.on("pay", order).hold();
      await shop.pay(order).expect("PAID");
    });
    expect(stuck).toEqual(["pay ord-0001 is held"]);
    expect(end).toBeUndefined();
    expect(expected).toMatchObject([{ verdict: "unknown", about: ["it never ended"] }]);
  });
});
