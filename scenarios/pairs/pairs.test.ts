import { afterAll, beforeAll, expect, test } from "vitest";
import { explore } from "../../harness/shop/explore/explore.ts";
import { openDatabase } from "../../harness/shop/lab.ts";
import type { LabDatabase } from "../../harness/postgres/lab.ts";
import { explorationVerdict, type Manner } from "../../harness/verdict/exploration.ts";
import { pairs } from "./pairs.ts";

let lab: LabDatabase;
beforeAll(async () => {
  lab = await openDatabase({ kind: "embedded", major: 18 });
});
afterAll(() => lab.close());

const named = (name: string) => pairs.find((pair) => pair.name === name)!;
const explored = async (name: string, manner: Manner) => explore(lab, named(name), { seed: 29, manner });

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

test.each<Manner>([
  { strategy: "random", runs: 2 },
  { strategy: "pct", runs: 2, depth: 3 },
])("a pair by chance: $strategy, the same seed gives the same traces", async (manner) => {
  const found = await explored("create-create", manner);
  expect(found).toMatchObject({ schedules: 2, violated: 0, unknown: 0 });
  expect((await explored("create-create", manner)).sha256).toBe(found.sha256);
});
