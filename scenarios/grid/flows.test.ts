import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cellOf, gridOf } from "../../harness/shop/grid/grid.ts";
import { Striker } from "../../harness/shop/grid/striker.ts";
import { openDatabase } from "../../harness/shop/lab.ts";
import type { LabDatabase } from "../../harness/postgres/lab.ts";
import { gridVerdict } from "../../harness/verdict/grid.ts";
import { flows } from "./flows.ts";

let lab: LabDatabase;
beforeAll(async () => {
  lab = await openDatabase({ kind: "embedded", major: 18 });
});
afterAll(() => lab.close());

const named = (name: string) => flows.find((flow) => flow.name === name)!;

describe.each(flows)("$name", (flow) => {
  test.each([29, 1])("holds without a fault, and each of its points has words of its own (seed %i)", async (seed) => {
    const striker = new Striker(lab, flow, { seed });
    const { points, ...unstruck } = await striker.unstruck();
    expect(unstruck).toEqual({ verdict: "holds", about: [] });
    const words = points.map((point) => point.words);
    expect(words.length).toBeGreaterThan(3);
    expect(words).toEqual([...new Set(words)]);
  });
});

test("the crash grid of a flow: every cell holds, and it comes out the same again, runs and all", async () => {
  const once = await gridOf(lab, named("create"), { seed: 29 });
  expect(gridVerdict(once)).toBe("holds");
  expect(await gridOf(lab, named("create"), { seed: 29 })).toEqual(once);
});

test("the crash grid's control: without the guard cells break, and each says how", async () => {
  const control = await gridOf(lab, named("control-pay"), { seed: 29 });
  const broken = control.rows.flatMap(({ words, cells }) =>
    cells.filter(({ verdict }) => verdict === "breaks").map(({ fault, about }) => ({ words, fault, about })),
  );
  expect(gridVerdict(control)).toBe("holds");
  const struck = broken.find(
    ({ words, fault }) => words === "charge answered, nothing recorded" && fault === "kill-after",
  );
  expect(struck?.about.join("\n")).toContain("the channel was asked 2 times to charge ord-0001");
});

test("one cell: shown with every decision, the fault among them", async () => {
  const cell = await cellOf(lab, named("pay-charged"), { point: 6, fault: "kill-after" }, { seed: 29 });
  expect(cell).toMatchObject({ words: "charge answered, nothing recorded", verdict: "holds" });
  const texts = cell.trace.steps.map(({ text }) => text);
  const at = texts.findIndex((text) => text.includes("orders-1: SIGKILL after"));
  expect(texts[at - 1]).toContain("orders-1 receives the reply to charge ord-0001");
});

test.each([
  ["no such row", { point: 99, fault: "kill-after" }, "has no point 99"],
  ["a fault without a meaning there", { point: 1, fault: "sql-reply" }, "sql-reply does not apply to point 1"],
])("one cell: %s is wrong use", async (_, at, what) => {
  await expect(cellOf(lab, named("create"), at, { seed: 29 })).rejects.toThrow(what);
});
