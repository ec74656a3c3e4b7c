import { expect, test } from "vitest";
import { labels } from "../../../src/reconcile/rules/rules.ts";
import { judge } from "../../../src/reconcile/report.ts";
import { soundBooks } from "../../../src/reconcile/sound.ts";
import { damages } from "./damages.ts";
import { casesOf, misreported, saidForNothing } from "./trial.ts";

const cases = casesOf(soundBooks, 29);

test("of sound books nothing is said", () => {
  expect(saidForNothing(judge, soundBooks)).toEqual([]);
});

test.each(damages.map(({ name }) => name))("%s", (name) => {
  const tried = cases.filter(({ damage }) => damage === name);
  expect(tried.length).toBeGreaterThan(0);
  expect(tried.flatMap((one) => misreported(judge, soundBooks, one) ?? [])).toEqual([]);
});

test("every label comes", () => {
  const raised = new Set(cases.flatMap(({ raises }) => raises.map((one) => one.split(" ")[1])));
  expect(labels.map(({ label }) => label).filter((label) => !raised.has(label))).toEqual([]);
});

test("a damage that nobody sees has a reason", () => {
  const unseen = new Set(cases.filter(({ raises }) => raises.length === 0).map(({ damage }) => damage));
  expect(damages.filter((one) => unseen.has(one.name) && one.unseen === undefined)).toEqual([]);
});
