import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cellOf, gridOf } from "../../harness/shop/grid/grid.ts";
import { Striker } from "../../harness/shop/grid/striker.ts";
import { openDatabase } from "../../harness/shop/lab.ts";
import type { LabDatabase } from "../../harness/postgres/lab.ts";
import { shippedParts } from "../../src/parts.ts";
import { gridVerdict } from "../../harness/verdict/grid.ts";
import { flows } from "./flows.ts";

let lab: LabDatabase;
beforeAll(async () => {
  lab = await openDatabase({ kind: "embedded", major: 18 });
});
afterAll(() => lab.close());

const named = (name: string) => flows.find((flow) => flow.name === name)!;

describe.each(flows)("$name", (flow) => {
  test("holds without a fault under another seed, and each of its points has words of its own", async () => {
    const striker = new Striker(lab, flow, { seed: 1 });
    const { points, ...unstruck } = await striker.unstruck();
    expect(unstruck).toEqual({ verdict: "holds", about: [] });
    const words = points.map((point) => point.words);
    expect(words.length).toBeGreaterThan(3);
    expect(words).toEqual([...new Set(words)]);
  });
});

test("the crash grid of a flow: every cell holds", async () => {
  expect(gridVerdict(await gridOf(lab, named("create-sold-out"), { seed: 29 }))).toBe("holds");
});

test("the crash grid's control: without the guard a cell breaks, and says how", async () => {
  const striker = new Striker(lab, named("control-pay"), { seed: 29 });
  const { points } = await striker.unstruck();
  const point = points.find(({ words }) => words === "charge answered, nothing recorded")!;
  const { verdict, about } = await striker.judged({ flow: striker.strike(point, "kill-after") });
  expect(verdict).toBe("breaks");
  expect(about.join("\n")).toContain("the channel was asked 2 times to charge ord-0001");
});

test("an error that no fault made breaks the cell, though whoever got a 500 asks again and is answered", async () => {
  const tries = { left: 1 };
  const pay: typeof shippedParts.pay = (...given) => {
    if (tries.left-- > 0) throw new TypeError("nothing to read here");
    return shippedParts.pay(...given);
  };
  const flow = { ...named("pay-charged"), wrong: { says: "it fails once", parts: { pay } } };
  const { verdict, about } = await new Striker(lab, flow, { seed: 29 }).judged({});
  expect(verdict).toBe("breaks");
  expect(about).toEqual([expect.stringContaining("nothing to read here")]);
});

test("a backend that nobody holds cannot be terminated: such a blow has not fallen", async () => {
  const striker = new Striker(lab, named("relay"), { seed: 29 });
  const { points } = await striker.unstruck();
  const point = points.find(({ words }) => words === "event of ord-0001 with the consumer")!;
  const { verdict, about } = await striker.judged({ flow: striker.strike(point, "backend") });
  expect(verdict).toBe("unknown");
  expect(about).toEqual(["it never fell: backend terminated"]);
});

test("a server that is not the lab's to stop: such cells are unknown, and tell why", async () => {
  const server = Object.create(lab.server, { crash: { value: undefined } }) as typeof lab.server;
  const theirs = Object.create(lab, {
    server: { value: server },
    begin: { value: lab.begin.bind(lab) },
  }) as LabDatabase;
  const striker = new Striker(theirs, named("create"), { seed: 29 });
  const [point] = (await striker.unstruck()).points;
  const { verdict, about } = await striker.judged({ flow: striker.strike(point!, "stop-after") });
  expect(verdict).toBe("unknown");
  expect(about.join("")).toContain("not the lab's to stop");
  const at = { point: 1, fault: "stop-after" };
  await expect(cellOf(theirs, named("create"), at, { seed: 29 })).rejects.toThrow("not the lab's to stop");
});

test("runs that cannot be judged are unknown, with the reason, and the rest of the table is there", async () => {
  const theirs = Object.create(lab, {
    begin: {
      value: (...[world, how]: Parameters<LabDatabase["begin"]>) => {
        if (how?.crashes === true) throw new Error("no room");
        return lab.begin(world, how);
      },
    },
  }) as LabDatabase;
  const { rows, seconds } = await gridOf(theirs, named("create-sold-out"), { seed: 29 });
  const cells = rows.flatMap((row) => row.cells);
  expect(cells.filter(({ fault }) => fault.startsWith("kill")).every(({ verdict }) => verdict === "holds")).toBe(true);
  const unknown = [...cells, ...seconds].filter(({ verdict }) => verdict === "unknown");
  expect(seconds).toHaveLength(3);
  expect(unknown.flatMap(({ about }) => about)).toEqual(unknown.map(() => "the lab could not run it: no room"));
  expect(unknown.length).toBeGreaterThan(rows.length);
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
