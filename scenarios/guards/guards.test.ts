import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { shippedParts, type Parts } from "../../src/parts.ts";
import { guards } from "./guards.ts";

test("at least forty guards, each by a name and a sentence of its own, and none twice", () => {
  expect(guards.length).toBeGreaterThanOrEqual(40);
  for (const of of ["name", "says", "parts"] as const) {
    expect(new Set<unknown>(guards.map((guard) => guard[of])).size).toBe(guards.length);
  }
});

test("every control is a guard that is taken away", async () => {
  const names = readdirSync(new URL("../controls", import.meta.url)).map((file) => file.replace(".ts", ""));
  const parts: Partial<Parts>[] = [];
  for (const name of names.filter((one) => one !== "readOrder")) {
    const made = (await import(`../controls/${name}.ts`)) as Readonly<Record<string, Partial<Parts>>>;
    parts.push(...Object.values(made));
  }
  expect(new Set(guards.map((guard) => guard.parts))).toEqual(new Set(parts));
});

test("a wrong part stands in the place of one that there is", () => {
  const names = guards.flatMap(({ parts }) => Object.keys(parts));
  expect(names.filter((name) => !(name in shippedParts))).toEqual([]);
});
