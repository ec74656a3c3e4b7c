import { expect, test } from "vitest";
import { drawPlan } from "../draw.ts";
import { faultWords, type FaultWord } from "../plan.ts";
import { stockDrawn } from "./arbitraries.ts";
import { handVerbs, stockFateWords, stockPlanSchema, unitOf, type StockPlan } from "./plan.ts";
import { stockPlans } from "./stockPlans.ts";

const drawn = (nth: number, allowed: readonly FaultWord[] = faultWords): StockPlan =>
  drawPlan(stockDrawn, { seed: 29, nth, allowed });
const plans = Array.from({ length: 200 }, (_, place) => drawn(place + 1));

test("a plan of commands is that of its seed and number, and can be read again", () => {
  expect(drawn(17)).toEqual(plans[16]);
  expect(new Set(plans.map((plan) => JSON.stringify(plan))).size).toBeGreaterThan(190);
  for (const plan of plans) expect(stockPlanSchema.parse(JSON.parse(JSON.stringify(plan)))).toEqual(plan);
});

test("everything comes that may be done by hand, and every kind of fault that is allowed", () => {
  expect(new Set(plans.flatMap(({ hands }) => hands.map(({ does }) => does)))).toEqual(new Set(handVerbs));
  const faults = faultWords.filter((word) => word !== "answered in error");
  expect(new Set(plans.flatMap((plan) => stockPlans.faults(plan)))).toEqual(new Set(faults));
  expect(stockFateWords).not.toContain("answered in error");
  for (let nth = 1; nth <= 50; nth++) expect(stockPlans.faults(drawn(nth, []))).toEqual([]);
});

test("every plan is told, a line for each thing that is to happen, without a word that is nobody's", () => {
  for (const plan of plans) {
    const { guests, hands, rounds, fates, blows, poisoned, archived, forced } = plan;
    const once = [poisoned > 0, archived, forced !== "nothing"].filter((one) => one).length;
    const lines = [guests, hands, rounds, fates, blows].reduce((sum, { length }) => sum + length, 1 + once);
    const told = stockPlans.tell(plan);
    expect(told).toHaveLength(lines);
    expect(told.join("\n")).not.toContain("undefined");
  }
});

test("units are counted round", () => {
  expect([1, 2, 3, 4].map((number) => unitOf({ units: 3 }, number))).toEqual(["unit-1", "unit-2", "unit-3", "unit-1"]);
});
