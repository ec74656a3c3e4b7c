import { expect, test } from "vitest";
import { everySeedFound, median } from "./guards.ts";

test.each([
  [[7], 7],
  [[9, 1, 5], 5],
  [[4, 2, 9, 1], 2],
  [[3, undefined, 1], 3],
  [[undefined, undefined, 1], undefined],
  [[], undefined],
])("the middle of %j is %s: what was not found counts as more than any", (found, middle) => {
  expect(median(found)).toBe(middle);
});

test("a guard is found when under every seed some strategy has found it", () => {
  const hunts = (random: readonly (number | undefined)[], pct: readonly (number | undefined)[]) => [
    { strategy: "random" as const, found: random, tried: 9 },
    { strategy: "pct" as const, found: pct, tried: 9 },
  ];
  expect(everySeedFound(hunts([1, undefined], [undefined, 8]))).toBe(true);
  expect(everySeedFound(hunts([1, undefined], [3, undefined]))).toBe(false);
  expect(everySeedFound([])).toBe(false);
});
