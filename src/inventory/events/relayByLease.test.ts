import { describe, expect, it } from "vitest";
import { configure } from "../../config.ts";
import { shippedParts, type Context } from "../../parts.ts";
import { relayByLease, type Carried, type Leased } from "./relayByLease.ts";
import { standstillLine } from "./standstill.ts";

const event = (event_id: number, unit_id: string, attempts = 0): Leased => ({
  ...{ event_id, unit_id, aggregate_version: event_id, epoch: 1, schema_version: 1, event_type: "HOLD", attempts },
  ...{
    payload: { status: "ACTIVE", available: 1, held: 0 },
    occurred_at: "2026-01-01T00:00:00.000Z",
    lease_owner: "a/1",
  },
});

/** Carries events of two units; what is refused, and what is another's by now, is told by their numbers. */
async function carry(events: readonly Leased[], refused: readonly number[], lost: readonly number[] = []) {
  const nowhere = async () => Promise.reject(new Error("nothing is asked here"));
  const url = "http://shop.test";
  const sent: number[] = [];
  const unlessLost = (id: number, became: Carried): Carried => (lost.includes(id) ? "LEASE_LOST" : became);
  const shop: Context = {
    ports: {
      clock: { nowMs: () => 0, sleep: nowhere },
      fetch: nowhere,
      database: { connect: nowhere },
      background: () => undefined,
      report: () => undefined,
    },
    config: configure(
      { channelUrl: url, ordersUrl: url, fulfillmentUrl: url, projectorUrl: url },
      { eventAttemptsMax: 3 },
    ),
    parts: {
      ...shippedParts,
      leaseEvents: async () => events,
      deliverStockEvent: async (_shop, { event_id }) => {
        sent.push(event_id);
        return refused.includes(event_id) ? "400 INVALID" : undefined;
      },
      markSent: async (_shop, { event_id }) => unlessLost(event_id, "SENT"),
      postpone: async (_shop, { event_id }) => unlessLost(event_id, "POSTPONED"),
    },
  };
  const carried = await relayByLease(shop, { by: "a", limit: 20 });
  return { sent, ends: carried.map(({ eventId, became }) => `${eventId} ${became}`) };
}

describe("relay by lease: one batch", () => {
  const batch = [event(1, "sku-a"), event(2, "sku-b"), event(3, "sku-a"), event(4, "sku-b")];

  it("goes on with other units when an event is refused, and not with its own", async () => {
    const { sent, ends } = await carry(batch, [1]);
    expect(sent).toEqual([1, 2, 4]);
    expect(ends).toEqual(["1 POSTPONED", "2 SENT", "4 SENT"]);
  });

  it.each([
    ["taken", []],
    ["refused", [2]],
  ])("ends when the lease is another's, whether its event was %s", async (_, refused) => {
    const { sent, ends } = await carry(batch, refused, [2]);
    expect(sent).toEqual([1, 2]);
    expect(ends).toEqual(["1 SENT", "2 LEASE_LOST"]);
  });

  it("does not try again what leases that ran out have used up", async () => {
    const { sent, ends } = await carry([event(1, "sku-a", 3), event(2, "sku-b", 2)], []);
    expect(sent).toEqual([2]);
    expect(ends).toEqual(["1 POSTPONED", "2 SENT"]);
  });
});

describe("standstill: as a line", () => {
  const dead = {
    unitId: "sku-1",
    version: 3,
    why: "DEAD",
    attempts: 9,
    lastError: "no answer: timeout",
    behind: 2,
  } as const;
  it.each([
    [dead, "sku-1 v3 is DEAD after 9 tries (no answer: timeout), and 2 later ones wait for it"],
    [
      { ...dead, attempts: 1, behind: 1 },
      "sku-1 v3 is DEAD after 1 try (no answer: timeout), and 1 later one waits for it",
    ],
    [{ ...dead, why: "NOT_TRIED", attempts: 0, behind: 0 } as const, "sku-1 v3 is NOT_TRIED"],
    [
      { ...dead, why: "LEASED", lastError: null, behind: 0 } as const,
      "sku-1 v3 is LEASED after 9 tries (its lease ran out)",
    ],
  ])("%#", (found, line) => {
    expect(standstillLine(found)).toBe(line);
  });
});
