import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeServer, editDistance, nearest } from "./choose.ts";

describe("nearest names", () => {
  it.each([
    ["", "abc", 3],
    ["kitten", "sitting", 3],
    ["C29-7", "C29-07", 1],
    ["C29-70", "C29-07", 2],
    ["same", "same", 0],
  ])("%s to %s takes %i changes", (from, to, distance) => {
    expect(editDistance(from, to)).toBe(distance);
  });

  it("is a distance: symmetric, zero only for equals, never longer by a detour", () => {
    const word = fc.string({ maxLength: 8, unit: fc.constantFrom("a", "b", "-") });
    fc.assert(
      fc.property(word, word, word, (a, b, c) => {
        expect(editDistance(a, b)).toBe(editDistance(b, a));
        expect(editDistance(a, b) === 0).toBe(a === b);
        expect(editDistance(a, c)).toBeLessThanOrEqual(editDistance(a, b) + editDistance(b, c));
      }),
      { seed: 29 },
    );
  });

  it("gives three, the nearest first, of equals the earlier", () => {
    expect(nearest("C29-40", ["C29-01", "C29-04", "HB-01", "C29-14", "C29-10"])).toEqual([
      "C29-10",
      "C29-01",
      "C29-04",
    ]);
  });
});

it("a server's description holds no password", () => {
  expect(describeServer({ kind: "url", url: "postgres://me:secret@somewhere/db" })).not.toContain("secret");
  expect(describeServer({ kind: "embedded", major: 17 })).toBe("embedded PostgreSQL 17");
});
