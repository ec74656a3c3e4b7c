import { afterAll, beforeAll, expect, test } from "vitest";
import { hashOf } from "../../harness/explore/joined.ts";
import { explorables } from "../../harness/shop/explore/explorable.ts";
import { explore, reduceOne } from "../../harness/shop/explore/explore.ts";
import type { Pair } from "../../harness/shop/explore/pair.ts";
import { openDatabase } from "../../harness/shop/lab.ts";
import type { LabDatabase } from "../../harness/postgres/lab.ts";
import { confirmations, explorationVerdict, type Manner } from "../../harness/verdict/exploration.ts";
import { pairs } from "./pairs.ts";

let lab: LabDatabase;
beforeAll(async () => {
  lab = await openDatabase({ kind: "embedded", major: 18 });
});
afterAll(() => lab.close());

const named = (name: string) => pairs.find((pair) => pair.name === name)!;
const explorable = (pair: Pair) => explorables({ pairs: [pair], experiments: [], workloads: [] })[0]!;
const explored = async (name: string, manner: Manner) => explore(lab, explorable(named(name)), { seed: 29, manner });

test("every pair has a name of its own, and a control", () => {
  expect(new Set(pairs.map(({ name }) => name)).size).toBe(pairs.length);
  expect(pairs.filter(({ control }) => control === undefined)).toEqual([]);
});

test("a pair holds under every schedule with one departure, and its control is found broken", async () => {
  const found = await explored("callback-callback", { strategy: "exhaustive", bound: 1 });
  expect(explorationVerdict(found)).toBe("holds");
  expect(found).toMatchObject({ violated: 0, unknown: 0, control: { violated: 1 } });
  expect(found.schedules).toBeGreaterThan(10);
  expect(found.control?.first?.says).toHaveLength(1);
});

test("a notice that is answered while the books are read need not be in them", async () => {
  const found = await explored("relay-relay", { strategy: "replay", departures: "none" });
  const texts = found.trace?.steps.map(({ text }) => text) ?? [];
  const read = texts.findIndex((text) => text.includes("auditor reads the books: begins"));
  expect(texts.findIndex((text) => text.includes("receives the reply to callback"))).toBeGreaterThan(read);
  expect(found).toMatchObject({ violated: 0, unknown: 0 });
});

test("a schedule of the control is shown again by its departures, and breaks again", async () => {
  const { control } = await explored("create-create", { strategy: "exhaustive", bound: 1 });
  const departures = control?.first?.departures ?? "";
  expect(departures).toMatch(/^\d+:1$/);
  const wrong = await explored("create-create", { strategy: "replay", departures, control: true });
  expect(wrong).toMatchObject({ schedules: 1, violated: 1, first: { about: control?.first?.about } });
  expect(wrong.trace?.steps.length).toBeGreaterThan(20);
  expect(explorationVerdict(wrong)).toBe("breaks");
  expect(explorationVerdict(await explored("create-create", { strategy: "replay", departures }))).toBe("holds");
});

test("with one message fault: every one of the pair's messages is lost, loses its reply and comes twice", async () => {
  const pair = { ...named("create-create"), bound: 0, faultedBound: 0 };
  const { faulted } = await explore(lab, explorable(pair), { seed: 29, manner: { strategy: "exhaustive" } });
  expect(faulted).toMatchObject({ schedules: 1 + 2 * 3, violated: 0, unknown: 0 });
});

test("a message fault is dealt again by its name", async () => {
  const fault = "request-lost:order:key-0042:2";
  const found = await explored("create-create", { strategy: "replay", departures: "none", fault });
  expect(found).toMatchObject({ schedules: 1, violated: 0 });
  expect(found.trace?.steps.some(({ text }) => text.includes("waits no longer for order key-0042 #2"))).toBe(true);
});

test.each<[string, Omit<Extract<Manner, { strategy: "replay" }>, "strategy">]>([
  ["a departure", { departures: "99:1" }],
  ["the fault", { departures: "none", fault: "twice:order:key-0042:7" }],
])("one schedule again: when %s finds no place in it, it is unknown", async (_, manner) => {
  const found = await explored("create-create", { strategy: "replay", ...manner });
  expect(explorationVerdict(found)).toBe("unknown");
});

test("a message fault that is none is wrong use", async () => {
  const manner = { strategy: "replay", departures: "none", fault: "burnt:order:key-0042:1" } as const;
  await expect(explored("create-create", manner)).rejects.toThrow("There is no message fault");
});

test.each<Manner>([
  { strategy: "random", from: 1, runs: 2 },
  { strategy: "pct", from: 1, runs: 2, depth: 3 },
])("a pair by chance: $strategy, the same seed gives the same traces", async (manner) => {
  const found = await explored("create-create", manner);
  expect(found).toMatchObject({ schedules: 2, violated: 0, unknown: 0 });
  expect(hashOf(await explored("create-create", manner))).toBe(hashOf(found));
});

test("what a random walk finds in a control is left with one departure, and breaks the same claim ten times", async () => {
  const { first } = await explored("create-create", { strategy: "random", from: 1, runs: 20, control: true });
  expect(first!.says.length).toBeGreaterThan(1);
  const reduced = await reduceOne(lab, explorable(named("create-create")), {
    seed: 29,
    control: true,
    violation: first!,
  });
  expect(reduced.departures).toMatch(/^\d+:\d+$/);
  expect(reduced.confirmed).toBe(confirmations);
});
