import { describe, expect, it } from "vitest";
import type { StockEvent } from "./event.ts";
import { judgeStockEvent } from "./project.ts";

const event = (aggregate_version: number, epoch = 2): StockEvent => ({
  ...{ event_id: 1, unit_id: "sku-1", aggregate_version, epoch, schema_version: 1, event_type: "HOLD" },
  payload: { status: "ACTIVE", available: 3, held: 0 },
  occurred_at: "2026-01-01T00:00:00.000Z",
});

describe("projector: what an event is to a view at version 5 of epoch 2", () => {
  it.each([
    ["the next version", event(6), "APPLIED"],
    ["the next version, of the next epoch", event(6, 3), "APPLIED"],
    ["the version that it has", event(5), "DUPLICATE"],
    ["an earlier one", event(1), "DUPLICATE"],
    ["one after the next", event(7), "PAUSED"],
    ["one after the next, of the next epoch", event(7, 3), "PAUSED"],
    ["an earlier one, of the epoch before", event(4, 1), "QUARANTINED"],
    ["the next version, of the epoch before", event(6, 1), "QUARANTINED"],
  ])("%s", (_, told, effect) => {
    expect(judgeStockEvent({ epoch: 2, version: 5 }, told)).toBe(effect);
  });
});
