import { expect, test } from "vitest";
import type { GuardResult, Hunt } from "../verdict/guards.ts";
import { renderMedians } from "./guardMedians.ts";

function result(name: string, random: Hunt["found"], pct?: Hunt["found"]): GuardResult {
  const of = { workload: "sale", removal: `without-${name}`, area: "pay", says: "" };
  const hunts: Hunt[] = [{ strategy: "random", found: random, tried: 40 }];
  if (pct !== undefined) hunts.push({ strategy: "pct", found: pct, tried: 40 });
  return { ...of, name, hunts, doubts: [], verdict: "holds", seen: {} };
}

const look = { seed: 29, seeds: 3, runs: 40, major: 18, code: "c0de" };

test("the middle, how many seeds found it, and the slowest, by each strategy", () => {
  const page = renderMedians([result("one", [9, 1, 5], [undefined, 2, 40])], look);
  expect(page).toMatch(/│ one +│ pay +│ +5 │ +3 of 3 │ +9 │ +40 │ +2 of 3 │ +> 40 │/);
  expect(page).toMatch(/^holdfast guards {3}3 seeds from 29 to 109, 40 apart {3}budget 40 runs/);
});

test("a median beyond the budget is no number", () => {
  const page = renderMedians([result("one", [undefined, undefined, 5], [1, 2, 3])], look);
  expect(page).toMatch(/│ one +│ pay +│ +> 40 │ +1 of 3 │ +> 40 │/);
});

test("a seed under which no strategy found it is named", () => {
  const page = renderMedians(
    [result("one", [1, undefined, 5], [1, undefined, undefined]), result("two", [1, 1, 1])],
    look,
  );
  expect(page).toContain("not found by either strategy: one, under 1 of 3 seeds\n");
  expect(page).toContain("MEDIANS guards=2 seeds=3 runs=40 every_seed=1\n");
});

test("one strategy has empty cells for the other, and what is harmless is not listed", () => {
  const page = renderMedians([result("two", [1, 1, 1]), { ...result("belt", []), harmless: "either is enough" }], look);
  expect(page).toMatch(/│ two +│ pay +│ +1 │ +3 of 3 │ +1 │ +│ +│ +│/);
  expect(page).not.toContain("belt");
});
