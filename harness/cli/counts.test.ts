import { describe, expect, it } from "vitest";
import { describeSpreads, gather, occurred, type Spreads } from "./counts.ts";

/** What several runs come to, each given by its notes. */
function gathered(...runs: readonly (readonly string[])[]): Spreads {
  const spreads: Spreads = new Map();
  for (const notes of runs) {
    gather(
      spreads,
      notes.map((text) => ({ label: "note", text })),
    );
  }
  return spreads;
}

const spoken = [
  "notification effects {DUPLICATE PAID=3, PAID=2}",
  "final {PAID=20, REFUNDED=4}",
  "reconcile classes={PAID=20, REFUNDED=4} mismatches=0 pending=0",
];

describe("counts in notes", () => {
  it("are each note's own: what is named in several is not added up", () => {
    const spreads = gathered(spoken);
    expect([...spreads.keys()].sort()).toEqual([
      "final PAID",
      "final REFUNDED",
      "notification effects DUPLICATE PAID",
      "notification effects PAID",
      "reconcile classes PAID",
      "reconcile classes REFUNDED",
    ]);
    expect(spreads.get("final PAID")).toMatchObject({ min: 20, max: 20 });
    expect(spreads.get("notification effects PAID")).toMatchObject({ min: 2, max: 2 });
  });

  it("keep two notes in the same words apart", () => {
    const spreads = gathered(["books {PAID=1}", "books {PAID=5}"]);
    expect([...spreads].map(([key, { max }]) => [key, max])).toEqual([
      ["books PAID", 1],
      ["books (2) PAID", 5],
    ]);
  });

  it("may stand without words and without braces", () => {
    expect([...gathered(["BUYERS=4"], ["{PAID=1}"]).keys()]).toEqual(["BUYERS", "PAID"]);
  });

  it("are zero in a run that does not speak of them", () => {
    const spreads = gathered(["final {CANCELLED=4, PAID=6}"], ["final {PAID=10}"]);
    expect(describeSpreads(spreads, 2)).toBe(
      "final CANCELLED 0–4 (above 0 in 1 of 2), final PAID 6–10 (above 0 in 2 of 2)",
    );
  });

  it("are told only where they vary", () => {
    expect(describeSpreads(gathered(spoken, spoken), 2)).toBe("");
  });

  it("occurred in some note, or in the one that is named", () => {
    const spreads = gathered(spoken, ["final {CANCELLED=0}"]);
    const names = ["REFUNDED", "final REFUNDED", "notification effects REFUNDED", "CANCELLED", "FUNDED"];
    expect(names.filter((name) => occurred(spreads, name))).toEqual(["REFUNDED", "final REFUNDED"]);
  });
});
