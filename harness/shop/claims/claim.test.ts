import { describe, expect, test } from "vitest";
import type { End } from "../books.ts";
import { claim, judge } from "./claim.ts";

/** The claims here carry their subjects with them and look at nothing else. */
const end = {} as End;

/** A claim over these orders, each with what breaks it. */
function over(orders: readonly (string | undefined)[]) {
  return claim({ says: "it holds", noun: "order", subjects: () => orders, broken: (order) => order });
}

describe("a claim", () => {
  test("holds on the subjects that it names", () => {
    const found = judge(over([undefined, undefined]), end);
    expect(found).toEqual({ kind: "claim", verdict: "holds", says: "it holds", about: ["2 orders"] });
    expect(judge(over([undefined]), end).about).toEqual(["1 order"]);
  });

  test("breaks with one sentence for each subject that breaks it", () => {
    const found = judge(over(["ord-1 is PAID twice", undefined, "ord-3 is PAID twice"]), end);
    expect(found).toMatchObject({ verdict: "breaks", about: ["ord-1 is PAID twice", "ord-3 is PAID twice"] });
  });

  test("without subjects is unknown: it was checked on nothing", () => {
    const found = judge(over([]), end);
    expect(found).toMatchObject({ verdict: "unknown", about: ["there was nothing to check it on"] });
  });
});
