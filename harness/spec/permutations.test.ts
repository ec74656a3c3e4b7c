import { expect, test } from "vitest";
import { parseSpec } from "./parse.ts";
import { everyOrder, ordersOf } from "./permutations.ts";

const spec = parseSpec("session s1 step a { } step b { } session s2 step x { } step y { }", "t.spec");

test("permutations: every order comes once, those that begin with the first session's steps first", async () => {
  const orders: string[] = [];
  const explored = await everyOrder(spec, async (order) => {
    orders.push(order.map(({ name }) => name).join(""));
    return undefined;
  });
  expect(orders).toEqual(["abxy", "axby", "axyb", "xaby", "xayb", "xyab"]);
  expect(explored).toEqual({ possible: 6, impossible: 0 });
});

test("permutations: what begins like an impossible one is left out and counted", async () => {
  const orders: string[] = [];
  const explored = await everyOrder(spec, async (order) => {
    const text = order.map(({ name }) => name).join("");
    orders.push(text);
    if (text.startsWith("ax")) return 1;
    return text === "xyab" ? 4 : undefined;
  });
  expect(orders).toEqual(["abxy", "axby", "xaby", "xayb", "xyab"]);
  expect(explored).toEqual({ possible: 3, impossible: 3 });
});

test("permutations: piles of steps are counted without laying them out", () => {
  expect(ordersOf([])).toBe(1);
  expect(ordersOf([2, 2])).toBe(6);
  expect(ordersOf([3, 3, 4])).toBe(4200);
});
