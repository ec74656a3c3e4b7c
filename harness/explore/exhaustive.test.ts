import { expect, test } from "vitest";
import { departing, readDepartures, Recorder, writeDepartures } from "./departures.ts";
import { searchAll } from "./exhaustive.ts";
import { toyRun } from "./toyWorld.ts";

const two = { A: 3, B: 3 };

async function schedules(bound: number, tasks: Readonly<Record<string, number>> = two): Promise<readonly string[]> {
  const found: string[] = [];
  await searchAll(bound, async (strategy) => {
    found.push(await toyRun(strategy, tasks));
    return [];
  });
  return found;
}

/**
 * Two tasks of three decisions each: of the 20 words of three A and three B, those with so many departures. A word departs
 * where it begins with B, and where it leaves a task that could go on: AAABBB never; BBBAAA, ABBBAA and AABBBA once; and so
 * on, 1 + 3 + 6 + 6 + 3 + 1.
 */
test.each([
  [0, 1],
  [1, 4],
  [2, 10],
  [3, 16],
  [4, 19],
  [5, 20],
  [6, 20],
])("exhaustive: with at most %i departures %i schedules, each once", async (bound, count) => {
  const found = await schedules(bound);
  expect(found).toHaveLength(count);
  expect(new Set(found).size).toBe(count);
});

test("exhaustive: of three tasks of one decision all six orders", async () => {
  expect([...(await schedules(2, { A: 1, B: 1, C: 1 }))].sort()).toEqual(["ABC", "ACB", "BAC", "BCA", "CAB", "CBA"]);
});

test("exhaustive: fewer departures come first, and it stops when no more are wanted", async () => {
  const departed: number[] = [];
  const complete = await searchAll(3, async (strategy) => {
    await toyRun(strategy, two);
    return departed.push(strategy.departed.length) < 12 ? [] : "stop";
  });
  expect(departed).toEqual([0, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3]);
  expect(complete).toBe(false);
});

test("departures: a recorded list gives the same run again, and says what was picked instead of what", async () => {
  const first = new Recorder({ pick: (actions) => actions.length - 1 });
  const run = await toyRun(first, two);
  const list = readDepartures(writeDepartures(first.departed));
  expect(await toyRun(departing(list ?? []), two)).toBe(run);
  expect(first.departed[0]).toEqual({
    ...{ choice: 1, other: 1 },
    ...{ picked: "host B: begins", insteadOf: "host A: begins" },
  });
});

test("departures: one to what cannot happen is skipped", async () => {
  expect(await toyRun(departing([{ choice: 1, other: 7 }]), two)).toBe("AAABBB");
});

test.each(["", "1", "1:0", "0:1", "2:1,1:1", "1:1,1:2", "1:1,"])("departures: %j is no list", (word) => {
  expect(readDepartures(word)).toBeUndefined();
});

/** A fault at a step of a toy task: it can strike when that step happens, in every schedule. */
test("exhaustive: with at most one fault besides, each list of departures with each fault once", async () => {
  const found: string[] = [];
  const faults = [{ name: "first" }, { name: "second" }];
  await searchAll(1, async (strategy, planned, fault?: { readonly name: string }) => {
    await toyRun(strategy, two);
    found.push(`${writeDepartures(planned)} ${fault?.name ?? ""}`);
    return faults;
  });
  expect(found).toHaveLength(4 * 3); // Four schedules, and each of them with each fault.
  expect(new Set(found).size).toBe(12);
});

test("exhaustive: a fault that only a departure makes possible is planned with it", async () => {
  const found: string[] = [];
  await searchAll(2, async (strategy, planned, fault?: { readonly name: string }) => {
    const run = await toyRun(strategy, two);
    if (fault !== undefined) found.push(writeDepartures(planned));
    return run.startsWith("B") ? [{ name: "B came first" }] : [];
  });
  expect(found).toEqual(["1:1", "1:1,2:1", "1:1,3:1"]);
});

test("exhaustive: what turned out to be another run is not extended", async () => {
  let runs = 0;
  await searchAll(1, async (strategy) => {
    runs++;
    await toyRun(strategy, two);
    return "other";
  });
  expect(runs).toBe(1);
});
