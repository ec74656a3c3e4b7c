import { expect, test } from "vitest";
import { pct } from "./pct.ts";
import { toyRun } from "./toyWorld.ts";

const two = { A: 3, B: 3 };

async function runs(depth: number, seeds: number): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (let seed = 1; seed <= seeds; seed++) found.add(await toyRun(pct({ seed, depth, choices: 5 }), two));
  return found;
}

test("PCT of depth 1: no change of priority, so whoever is higher goes on to its end", async () => {
  expect(await runs(1, 40)).toEqual(new Set(["AAABBB", "BBBAAA"]));
});

test("PCT of depth 2: at most one task is left while it could go on", async () => {
  const left = (run: string): number => run.match(/(A(?=B))|(B(?=A))/g)?.length ?? 0;
  const found = [...(await runs(2, 200))];
  expect(found).toContain("ABBBAA");
  expect(found).toContain("BBAAAB");
  expect(Math.max(...found.map(left))).toBe(2);
});

test("PCT: a later fall is below an earlier one, so depth 3 meets what takes two", async () => {
  expect(await runs(3, 400)).toContain("ABAABB");
});

test("PCT: one seed, one schedule", async () => {
  const again = async () => toyRun(pct({ seed: 7, depth: 3, choices: 5 }), two);
  expect(await again()).toBe(await again());
});
