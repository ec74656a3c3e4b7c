import { describe, expect, it } from "vitest";
import { limits } from "../limits.ts";
import { driftOf, type Compared } from "./drift.ts";

const same: Compared = {
  ...{ unitId: "sku-1", version: 5, scope: "CITY hangzhou", epoch: 1, status: "ACTIVE", available: 8, held: 1 },
  ...{
    shownVersion: 5,
    shownScope: "CITY hangzhou",
    shownEpoch: 1,
    shownStatus: "ACTIVE",
    shownAvailable: 8,
    shownHeld: 1,
  },
  lateMs: null,
};
const behind = { ...same, shownVersion: 4, shownAvailable: 3, shownStatus: "FROZEN" };
const unseen = {
  shownVersion: null,
  shownScope: null,
  shownEpoch: null,
  shownStatus: null,
  shownAvailable: null,
  shownHeld: null,
};

describe("drift: a view beside the facts", () => {
  it("is none where both say the same", () => {
    expect(driftOf(same)).toBeUndefined();
  });

  it("is of pieces or of scope only at the same version", () => {
    expect(driftOf({ ...same, shownAvailable: 10 })).toMatchObject({ kind: "QUANTITY", pieces: 2 });
    expect(driftOf({ ...same, shownHeld: 0 })).toMatchObject({ kind: "QUANTITY", pieces: 1 });
    expect(driftOf({ ...same, shownScope: "" })).toMatchObject({ kind: "SCOPE", pieces: 0 });
    expect(driftOf({ ...same, shownStatus: "RETIRED", shownAvailable: 0 })).toMatchObject({ kind: "SCOPE" });
    expect(driftOf({ ...behind, lateMs: 0 })).toBeUndefined();
  });

  it("is of time when a fact has been there for too long", () => {
    expect(driftOf({ ...behind, lateMs: limits.viewLateMaxMs })).toBeUndefined();
    expect(driftOf({ ...behind, lateMs: limits.viewLateMaxMs + 1 })).toMatchObject({ kind: "TIME", pieces: 0 });
  });

  it("sees a unit that was never shown", () => {
    expect(driftOf({ ...same, ...unseen, lateMs: limits.viewLateMaxMs + 1 })?.text).toBe(
      "shown as of v0, and v5 is a fact",
    );
    expect(driftOf({ ...same, version: 0, ...unseen })).toBeUndefined();
  });
});
