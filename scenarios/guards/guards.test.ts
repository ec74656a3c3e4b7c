import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { shippedParts, type Parts } from "../../src/parts.ts";
import { casesOf, judged, saidForNothing } from "../../harness/shop/damage/trial.ts";
import { shippedRules } from "../../src/reconcile/rules/rules.ts";
import { soundBooks } from "../../src/reconcile/sound.ts";
import { guards } from "./guards.ts";
import { reconcilerGuards } from "./reconcilerGuards.ts";

test("at least forty guards, each by a name and a sentence of its own, and none twice", () => {
  expect(guards.length).toBeGreaterThanOrEqual(40);
  for (const of of ["name", "says", "parts"] as const) {
    expect(new Set<unknown>(guards.map((guard) => guard[of])).size).toBe(guards.length);
  }
});

/**
 * Guards against what no part of the shop does and no sale brings about: that locks are taken in another order than its own, and that
 * a refused statement's error is passed over. HF-26 and HF-27 bring it about, and these are their controls.
 */
const foreign = ["commitSentMeansDone", "victimGivesUp"];

/** Guards of what no sale does: the inventory's events are carried and shown in INV-09, INV-10, INV-11 and INV-18, whose controls these are. */
const ofEvents = [
  "driftSubtracted",
  "eventMarkedFirst",
  "eventsInOneLine",
  "gapPassedOver",
  "staleLeaseWrites",
  "watermarkIgnored",
  "whateverComes",
];

/** Guards of whoever reads the ledger, which is no part of a sale: INV-13 and INV-17, whose controls these are. */
const ofLedger = ["archiveUnread", "digestsBelieved", "ledgerBelieved"];

/** Not so those in `controls/inv`: no sale goes through the inventory's own door, and their experiments and pairs are their trial. */
test("every control is a guard that is taken away", async () => {
  const files = readdirSync(new URL("../controls", import.meta.url)).filter((file) => file.endsWith(".ts"));
  const names = files.map((file) => file.replace(".ts", ""));
  const parts: Partial<Parts>[] = [];
  for (const name of names.filter(
    (one) => one !== "readOrder" && ![...foreign, ...ofEvents, ...ofLedger].includes(one),
  )) {
    const made = (await import(`../controls/${name}.ts`)) as Readonly<Record<string, Partial<Parts>>>;
    parts.push(...Object.values(made));
  }
  expect(new Set(guards.map((guard) => guard.parts))).toEqual(new Set(parts));
});

test("a wrong part stands in the place of one that there is", () => {
  const names = guards.flatMap(({ parts }) => Object.keys(parts));
  expect(names.filter((name) => !(name in shippedParts))).toEqual([]);
});

test("every rule of the reconciler is dropped once, under a name of its own", () => {
  const { orders, totals, completeness } = shippedRules;
  const rules = [...orders, ...totals, ...completeness];
  const names = [...guards, ...reconcilerGuards].map(({ name }) => name);
  expect(reconcilerGuards.filter(({ name }) => name.startsWith("no-")).length).toBe(rules.length);
  expect(new Set(names).size).toBe(names.length);
});

const cases = casesOf(soundBooks, 29);

test.each(reconcilerGuards)("$name: $says, and some damage shows it", ({ parts: { judge } }) => {
  const silent = saidForNothing(judge!, soundBooks).length === 0;
  expect(silent && cases.every((one) => judged(judge!, soundBooks, one).misreported === undefined)).toBe(false);
});
