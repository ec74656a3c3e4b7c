import { describe, expect, test } from "vitest";
import { Op, type Outcome } from "../kernel/op.ts";
import { Expectations, Step, type Tally, type Wanted } from "./step.ts";

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

  test("of no steps says nothing", () => {
    const found = tallied([], { PAID: 0 });
    expect(found).toMatchObject({ verdict: "unknown", about: ["there was no step to count"] });
  });
});

/** What expecting this of a step that ended so comes to. */
function expected(outcome: Outcome<Answer> | undefined, wanted: Wanted<Answer>) {
  const expectations = new Expectations();
  const op = new Op<Answer>("pay", { park: unused, joinable: unused, failed: unused });
  if (outcome !== undefined) op.end(outcome);
  new Step("pay", op, ({ text }) => text, expectations).expect(wanted);
  return expectations.findings()[0];
}

interface Answer {
  readonly http: number;
  readonly text: string;
}

const unused = (): never => {
  throw new Error("nobody waits here");
};

describe("an expectation", () => {
  const paid = { value: { http: 200, text: "PAID" } };

  test("is of a value's short form, or of some of its fields", () => {
    expect(expected(paid, "PAID")).toEqual({ kind: "expected", verdict: "holds", says: "pay: PAID", about: [] });
    expect(expected(paid, { http: 200 })).toMatchObject({ verdict: "holds", says: "pay: http=200" });
  });

  test("breaks when the value is another", () => {
    expect(expected(paid, "REJECTED")).toMatchObject({ verdict: "breaks", about: ["was PAID"] });
    expect(expected(paid, { http: 409, text: "PAID" })).toMatchObject({
      verdict: "breaks",
      says: "pay: http=409 text=PAID",
      about: ["was http=200 text=PAID"],
    });
  });

  test("breaks when the step failed", () => {
    expect(expected({ error: new Error("no stock") }, "PAID")).toMatchObject({
      verdict: "breaks",
      says: "pay",
      about: ["failed: no stock"],
    });
  });

  test("is unknown while the step goes on", () => {
    expect(expected(undefined, "PAID")).toMatchObject({ verdict: "unknown", about: ["it never ended"] });
  });

  test("of nothing is refused by the compiler, and unknown where it gets by", () => {
    // @ts-expect-error at least one field has to be named
    const nothing: Wanted<Answer> = {};
    expect(expected(paid, nothing)).toMatchObject({ verdict: "unknown", about: ["nothing is expected of it"] });
  });
});
