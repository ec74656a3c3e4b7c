import { describe, expect, it } from "vitest";
import { NoAnswer, type Ports } from "../ports.ts";
import { createChannel } from "../service.ts";

const payment = { payment_object: "pay-ord-0001", amount: 1990, currency: "EUR" };

/** A channel whose callbacks are answered in turn by `answers`, the last one for ever. */
function channelAnswered(answers: readonly (number | NoAnswer)[]) {
  const callbacks: unknown[] = [];
  const slept: number[] = [];
  const running: Promise<void>[] = [];
  const ports: Ports = {
    clock: { nowMs: () => 0, sleep: async (ms) => void slept.push(ms) },
    fetch: async (request) => {
      const answer = answers[Math.min(callbacks.length, answers.length - 1)] ?? 200;
      callbacks.push(await request.json());
      if (answer instanceof NoAnswer) throw answer;
      return new Response(null, { status: answer });
    },
    database: { connect: async () => Promise.reject(new Error("the channel has no database")) },
    background: (_name, body) => void running.push(body()),
    report: () => undefined,
  };
  const channel = createChannel(ports);
  const charge = async () => {
    const body = JSON.stringify({ merchant_order: "ord-0001", ...payment, notify_url: "http://orders.test/cb" });
    const reply = await channel.app(new Request("http://channel.test/charge", { method: "POST", body }));
    await Promise.all(running);
    return reply.status;
  };
  return { charge, callbacks, slept };
}

describe("callbacks: until they are taken", () => {
  it("one is enough when it gets its 200, and a replayed charge sends no other", async () => {
    const { charge, callbacks, slept } = channelAnswered([200]);
    expect([await charge(), await charge()]).toEqual([200, 200]);
    expect(callbacks).toEqual([
      { notify_id: "ntf-0001", merchant_order: "ord-0001", kind: "CHARGED", ...payment, txn: "txn-0001" },
    ]);
    expect(slept).toEqual([]);
  });

  it("comes again after a second when it got no answer or no 200", async () => {
    const { charge, callbacks, slept } = channelAnswered([500, new NoAnswer("timeout"), 200]);
    await charge();
    expect(callbacks).toHaveLength(3);
    expect(slept).toEqual([1000, 1000]);
  });

  it("gives up after five more tries", async () => {
    const { charge, callbacks } = channelAnswered([500]);
    await charge();
    expect(callbacks).toHaveLength(6);
  });
});
