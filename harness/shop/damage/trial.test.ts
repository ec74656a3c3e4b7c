import { expect, test } from "vitest";
import { labels } from "../../../src/reconcile/rules/rules.ts";
import { judge } from "../../../src/reconcile/report.ts";
import { soundBooks } from "../../../src/reconcile/sound.ts";
import { damages } from "./damages.ts";
import { casesOf, judged, saidForNothing, type Judge } from "./trial.ts";

const cases = casesOf(soundBooks, 29);

test("of sound books nothing is said", () => {
  expect(saidForNothing(judge, soundBooks)).toEqual([]);
});

test.each(damages.map(({ name }) => name))("%s", (name) => {
  const tried = cases.filter(({ damage }) => damage === name);
  expect(tried.length).toBeGreaterThan(0);
  expect(tried.flatMap((one) => judged(judge, soundBooks, one).misreported ?? [])).toEqual([]);
});

test("every label comes", () => {
  const raised = new Set(cases.flatMap(({ raises }) => raises.map((one) => one.split(" ")[1])));
  expect(labels.map(({ label }) => label).filter((label) => !raised.has(label))).toEqual([]);
});

test("a damage that nobody sees has a reason", () => {
  const unseen = new Set(cases.filter(({ raises }) => raises.length === 0).map(({ damage }) => damage));
  expect(damages.filter((one) => unseen.has(one.name) && one.unseen === undefined)).toEqual([]);
});

test("what is said twice is not what is wanted once", () => {
  const twice: Judge = (books) => {
    const { mismatches, ...report } = judge(books);
    return { ...report, mismatches: [...mismatches, ...mismatches] };
  };
  const [one] = cases.filter(({ damage }) => damage === "a charge is lost");
  const { said, misreported } = judged(twice, soundBooks, one!);
  expect(misreported).toContain("said for nothing: ");
  expect(new Set(said).size).toBeLessThan(said.length);
});
