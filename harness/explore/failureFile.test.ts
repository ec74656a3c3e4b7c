import { expect, test } from "vitest";
import { LabError } from "../verdict/failure.ts";
import { failureName, partsAt, readFailure, writeFailure, type FailureFile } from "./failureFile.ts";

const failure: FailureFile = {
  ...{ explored: "pay-pay", control: true, seed: 29, departures: "12:3,40:1" },
  ...{ claim: "the three books agree", about: ["the three books agree: ord-0001"], decisions: ["0 orders-1 pays"] },
};

test("what is written is read again", () => {
  expect(readFailure("f.json", writeFailure(failure))).toMatchObject(failure);
  expect(readFailure("f.json", writeFailure({ ...failure, fault: "twice:charge:ord-0001:1" }))).toMatchObject({
    fault: "twice:charge:ord-0001:1",
  });
});

test("its name says the claim, and differs when it does", () => {
  expect(failureName(failure)).toMatch(/^the-three-books-agree-[0-9a-f]{8}\.json$/);
  expect(failureName(failure)).not.toBe(failureName({ ...failure, departures: "none" }));
});

test.each([
  ["the beginning of a file", writeFailure(failure).slice(0, 90), "It is no JSON document"],
  ["another version", writeFailure(failure).replace("failure-2", "failure-9"), 'Its format is "holdfast-failure-9"'],
  ["a wrong list", writeFailure({ ...failure, departures: "40:1,12:3" }), "departures: not a list of departures"],
  ["a missing part", writeFailure(failure).replace('"seed": 29,', ""), "seed: "],
])("%s is refused, and says why", (_, text, why) => {
  const thrown = (() => {
    try {
      return readFailure("f.json", text);
    } catch (error) {
      return error;
    }
  })();
  expect(thrown).toBeInstanceOf(LabError);
  expect((thrown as LabError).exitCode).toBe(2);
  expect((thrown as LabError).why).toContain(why);
});

test("two runs part at their first difference, or where one of them ends", () => {
  expect(partsAt(["a", "b"], ["a", "b"])).toBeUndefined();
  expect(partsAt(["a", "b"], ["a", "c"])).toBe(2);
  expect(partsAt(["a"], ["a", "b"])).toBe(2);
});
