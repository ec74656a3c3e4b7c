import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { shippedParts, type Parts } from "../../src/parts.ts";
import { casesOf, judged, saidForNothing } from "../../harness/shop/damage/trial.ts";
import { shippedRules } from "../../src/reconcile/rules/rules.ts";
import { soundBooks } from "../../src/reconcile/sound.ts";
import { guards } from "./guards.ts";
import { reconcilerGuards } from "./reconcilerGuards.ts";
import { stockGuards } from "./stockGuards.ts";

test("at least forty guards of sales and twelve of the inventory, each by a name and a sentence of its own, and none twice", () => {
  expect(guards.length).toBeGreaterThanOrEqual(40);
  expect(stockGuards.length).toBeGreaterThanOrEqual(12);
  const all = [...guards, ...stockGuards];
  for (const of of ["name", "says", "parts"] as const) {
    expect(new Set<unknown>(all.map((guard) => guard[of])).size).toBe(all.length);
  }
});

/**
 * Guards against what no part of the shop does and no sale brings about: that locks are taken in another order than its own, and that
 * a refused statement's error is passed over. HF-26 and HF-27 bring it about, and these are their controls.
 */
const foreign = ["commitSentMeansDone", "victimGivesUp"];

/** Guards of delay tasks, which no workload has: INV-19 and its pair, whose controls these are. */
const ofDelayTasks = ["taskAtOnce", "taskUnconditioned"];

/** A guard that fourteen runs with such a settlement did not miss: two of one old hold have to fall together. INV-14 has it as its control. */
const ofSettlement = ["settledAgain"];

/** Guards of the checks before a unit is sold again: no workload writes into the books by hand. INV-07 has them as its controls. */
const ofPostChecks = ["checkPassedOver", "checksRemembered", "soldBeforeChecked"];

/** Each folder of wrong parts, and how one of them is loaded. */
const controls: readonly (readonly [folder: string, load: (name: string) => Promise<unknown>])[] = [
  ["../controls", async (name) => import(`../controls/${name}.ts`) as Promise<unknown>],
  ["../controls/inv", async (name) => import(`../controls/inv/${name}.ts`) as Promise<unknown>],
];

test("every control is a guard that is taken away", async () => {
  const parts: Partial<Parts>[] = [];
  for (const [folder, load] of controls) {
    const files = readdirSync(new URL(folder, import.meta.url)).filter((file) => file.endsWith(".ts"));
    const names = files.map((file) => file.replace(".ts", ""));
    for (const name of names.filter(
      (one) => ![...foreign, ...ofDelayTasks, ...ofSettlement, ...ofPostChecks, "readOrder"].includes(one),
    )) {
      parts.push(...Object.values((await load(name)) as Readonly<Record<string, Partial<Parts>>>));
    }
  }
  expect(new Set([...guards, ...stockGuards].map((guard) => guard.parts))).toEqual(new Set(parts));
});

test("a wrong part stands in the place of one that there is", () => {
  const names = [...guards, ...stockGuards].flatMap(({ parts }) => Object.keys(parts));
  expect(names.filter((name) => !(name in shippedParts))).toEqual([]);
});

test("every rule of the reconciler is dropped once, under a name of its own", () => {
  const { orders, totals, completeness } = shippedRules;
  const rules = [...orders, ...totals, ...completeness];
  const names = [...guards, ...stockGuards, ...reconcilerGuards].map(({ name }) => name);
  expect(reconcilerGuards.filter(({ name }) => name.startsWith("no-")).length).toBe(rules.length);
  expect(new Set(names).size).toBe(names.length);
});

const cases = casesOf(soundBooks, 29);

test.each(reconcilerGuards)("$name: $says, and some damage shows it", ({ parts: { judge } }) => {
  const silent = saidForNothing(judge!, soundBooks).length === 0;
  expect(silent && cases.every((one) => judged(judge!, soundBooks, one).misreported === undefined)).toBe(false);
});
