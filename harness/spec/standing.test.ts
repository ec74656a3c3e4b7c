import { expect, test } from "vitest";
import { isStuck } from "./standing.ts";

const waits = (pid: number, ...by: number[]) => ({ pid, blocked: true, by });
const runs = (pid: number) => ({ pid, blocked: false, by: [] });

test("standing: waits that end at a session without a statement need another step", () => {
  expect(isStuck([waits(1, 2)], [1, 2])).toBe(true);
  expect(isStuck([waits(1, 2, 3), waits(3, 2)], [1, 2, 3])).toBe(true);
  expect(isStuck([waits(1, 0)], [1])).toBe(true);
});

test("standing: whoever runs, or waits in a circle, or for a stranger, may end by itself", () => {
  expect(isStuck([waits(1, 2), runs(2)], [1, 2])).toBe(false);
  expect(isStuck([waits(1, 2), waits(2, 1)], [1, 2])).toBe(false);
  expect(isStuck([waits(1, 2), waits(2, 1), waits(3, 4)], [1, 2, 3, 4])).toBe(false);
  expect(isStuck([waits(1, 99)], [1, 2])).toBe(false);
});
