import { describe, expect, test } from "vitest";
import { addHappened, addSeen } from "../verdict/happened.ts";
import { renderHappened } from "./happenedText.ts";

const catalogue = { moves: ["A->B", "B->C", "C->A"], labels: ["LOST", "DOUBLED"] };

describe("what happened, in words", () => {
  test("counts by name, those of wrong parts beside them, and whatever never happened by its name", () => {
    const happened = {
      shipped: { moves: { "A->B": 3 }, claims: { "it holds": 2, "it lasts": 0 } },
      wrong: { moves: { "A->B": 1, "B->C": 2 }, labels: { LOST: 1 } },
    };
    expect(renderHappened(happened, catalogue)).toEqual([
      "what can happen, and how often it did (+: in runs with a wrong part besides)",
      "  moves: 1 of 3, and 1 with a wrong part only",
      "    A->B 3+1; B->C 0+2",
      "    never, so all about it is unknown: C->A",
      "  labels: 0 of 2, and 1 with a wrong part only",
      "    LOST 0+1",
      "    never, so all about it is unknown: DOUBLED",
      "  claims: 1 of 2",
      "    it holds 2",
      "    never, so all about it is unknown: it lasts",
      "",
    ]);
  });

  test("what happened and was not known to be possible is told too", () => {
    const [, , told] = renderHappened({ shipped: { moves: { "B->A": 1 } }, wrong: {} }, { moves: ["A->B"] });
    expect(told).toBe("    B->A 1");
  });

  test("nothing is said where nothing was counted", () => {
    expect(renderHappened({ shipped: {}, wrong: {} }, catalogue)).toEqual([]);
  });

  test("a long list goes on in the next line, cut between names", () => {
    const names = Array.from({ length: 40 }, (_, nth) => `name-${nth}`);
    const lines = renderHappened({ shipped: { other: { one: 1 } }, wrong: {} }, { names });
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(118);
    const listed = lines.filter((line) => line.includes("name-")).map((line) => line.trim());
    expect(listed.join(" ")).toBe(`never, so all about it is unknown: ${names.join("; ")}`);
  });
});

test("what happened adds up to the same, in whatever order its parts come", () => {
  const parts = [{ b: { y: 1, x: 2 } }, { a: { z: 0 } }, { b: { x: 3 } }];
  const sum = { a: { z: 0 }, b: { x: 5, y: 1 } };
  expect(JSON.stringify(addSeen(parts))).toBe(JSON.stringify(sum));
  expect(JSON.stringify(addSeen(parts.toReversed()))).toBe(JSON.stringify(sum));
  const happened = addHappened(parts.map((shipped) => ({ shipped, wrong: { c: { w: 1 } } })));
  expect(happened).toEqual({ shipped: sum, wrong: { c: { w: 3 } } });
});
