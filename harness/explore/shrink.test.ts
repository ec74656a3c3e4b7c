import { expect, test } from "vitest";
import { departing, Recorder, type Departure } from "./departures.ts";
import { shrink } from "./shrink.ts";
import { toyRun } from "./toyWorld.ts";

const departures: readonly Departure[] = Array.from({ length: 7 }, (_, nth) => ({ choice: nth + 1, other: 1 }));
const has = (list: readonly Departure[], choice: number): boolean => list.some((one) => one.choice === choice);

test("what two of seven departures do is left with these two", async () => {
  const asked: number[] = [];
  const left = await shrink(departures, async (fewer) => {
    asked.push(fewer.length);
    return has(fewer, 2) && has(fewer, 6);
  });
  expect(left.map(({ choice }) => choice)).toEqual([2, 6]);
  expect(asked.length).toBeLessThan(2 ** 7);
});

test("what needs all of them keeps all, what needs none none", async () => {
  expect(await shrink(departures, async () => false)).toEqual(departures);
  expect(await shrink(departures, async () => true)).toEqual([]);
  expect(await shrink([], async () => true)).toEqual([]);
});

test("a run that changes sides all the time is left with the departures that it takes", async () => {
  // It fails when B goes on between two steps of A; the walk departs more often than that.
  const tasks = { A: 4, B: 3 };
  const fails = (run: string): boolean => /AB+A/.test(run);
  const walk = new Recorder({
    pick: (actions, last) =>
      Math.max(
        0,
        actions.findIndex(({ task }) => task !== last),
      ),
  });
  expect(fails(await toyRun(walk, tasks))).toBe(true);
  const left = await shrink(walk.departed, async (fewer) => fails(await toyRun(departing(fewer), tasks)));
  expect(left).toHaveLength(1);
  expect(walk.departed.length).toBeGreaterThan(1);
});
