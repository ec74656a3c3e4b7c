import { describe, expect, it } from "vitest";
import { configure } from "../config.ts";
import { shippedParts, type Context } from "../parts.ts";
import { showUnit, type Standing } from "./read.ts";

const at = new Date(0);
const standing = (watermark: number, paused = false): Standing => ({
  ...{
    unitId: "sku-1",
    epoch: 1,
    watermark,
    status: "ACTIVE",
    available: 9,
    held: 0,
    paused,
    observedAt: at,
    expiresAt: at,
  },
});

/** A reader that has seen v5, of a view and facts that stand so. */
async function shown(view: Standing | undefined, facts: Standing | undefined, otherwise: "facts" | "confirming") {
  const nowhere = async () => Promise.reject(new Error("nothing is asked here"));
  const url = "http://shop.test";
  const shop: Context = {
    ports: {
      clock: { nowMs: () => 0, sleep: nowhere },
      fetch: nowhere,
      database: { connect: nowhere },
      background: () => undefined,
      report: () => undefined,
    },
    config: configure({ channelUrl: url, ordersUrl: url, fulfillmentUrl: url, projectorUrl: url }),
    parts: { ...shippedParts, readView: async () => view, readStanding: async () => facts },
  };
  const found = await showUnit(shop, { tenant: "shop", unitId: "sku-1", seen: 5, otherwise });
  return found === undefined
    ? undefined
    : `${found.availability} ${found.source} v${found.watermark} ${found.available}`;
}

describe("reading: what a reader that has seen v5 is shown", () => {
  it("is the view when it is there", async () => {
    expect(await shown(standing(5), undefined, "facts")).toBe("AVAILABLE PROJECTION v5 9");
  });

  it("is the facts, or that it has to wait, when the view is behind or paused", async () => {
    for (const view of [standing(4), standing(6, true)]) {
      expect(await shown(view, standing(7), "facts")).toBe("AVAILABLE FACTS v7 9");
      expect(await shown(view, standing(7), "confirming")).toBe(`CONFIRMING PROJECTION v${view.watermark} null`);
    }
    expect(await shown(undefined, standing(7), "facts")).toBe("AVAILABLE FACTS v7 9");
  });

  it("is never less than it has seen, whatever the facts say", async () => {
    expect(await shown(standing(4), standing(4), "facts")).toBe("CONFIRMING FACTS v4 null");
  });

  it("is nothing where there is no such unit", async () => {
    expect(await shown(undefined, undefined, "facts")).toBeUndefined();
    expect(await shown(undefined, undefined, "confirming")).toBeUndefined();
  });
});
