import { describe, expect, test } from "vitest";
import { Expectations, type Tally } from "./step.ts";

/** What a tally of these answers says; undefined stands for a step that never ended. */
function tallied(answers: readonly (string | undefined)[], wanted: Tally) {
  const expectations = new Expectations();
  const steps = answers.map((said) => ({ said }));
  expectations.addTally("pays", steps, wanted);
  return expectations.findings()[0];
}

describe("a tally", () => {
  test("counts answers by the words that they begin with", () => {
    const found = tallied(["REJECTED PAYING", "PAID", "REJECTED PAID"], { PAID: 1, REJECTED: 2 });
    expect(found).toEqual({ kind: "expected", verdict: "holds", says: "pays: PAID=1 REJECTED=2", about: [] });
  });

  test("begins with whole words only", () => {
    expect(tallied(["PAID_REHELD"], { PAID: 1 })?.about).toEqual(["was PAID=0 PAID_REHELD=1"]);
  });

  test("takes several ways as one", () => {
    expect(tallied(["PAID", "CANCELLED"], { "PAID or CANCELLED": 2 })?.verdict).toBe("holds");
  });

  test("breaks on an answer that nobody expected", () => {
    const found = tallied(["PAID", "SOLD_OUT"], { PAID: 1 });
    expect(found).toMatchObject({ verdict: "breaks", about: ["was PAID=1 SOLD_OUT=1"] });
  });

  test("breaks when a way that was expected did not occur", () => {
    expect(tallied(["PAID"], { PAID: 1, REJECTED: 1 })?.verdict).toBe("breaks");
  });

  test("is unknown while a step goes on", () => {
    expect(tallied(["PAID", undefined], { PAID: 1, REJECTED: 1 })?.verdict).toBe("unknown");
  });
});
