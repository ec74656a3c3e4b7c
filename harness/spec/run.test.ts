import { afterAll, beforeAll, expect, test } from "vitest";
import { usableBinaries, type Binaries } from "../postgres/cluster/binaries.ts";
import type { Server } from "../postgres/server.ts";
import { openSpecServer, withEmptyDatabase } from "./database.ts";
import { parseSpec } from "./parse.ts";
import { runSpec, type Ran } from "./run.ts";
import { firstDifference, runStock } from "./stock.ts";
import { specText } from "./text.ts";

let server: Server;
let binaries: Binaries;

beforeAll(async () => {
  server = await openSpecServer(18);
  binaries = await usableBinaries(18);
});

afterAll(() => server.close());

interface Told extends Ran {
  readonly text: string;
  readonly complaints: string;
}

async function ours(text: string, all = false): Promise<Told> {
  const told = { text: "", complaints: "" };
  const options = {
    name: "t",
    all,
    out: (more: string) => void (told.text += more),
    complain: (more: string) => void (told.complaints += more),
  };
  const spec = parseSpec(text, "t.spec");
  return { ...(await withEmptyDatabase(server, (address) => runSpec(spec, address, options))), ...told };
}

async function stock(text: string): Promise<string> {
  return (await withEmptyDatabase(server, (address) => runStock(text, binaries, address, "t"))).out;
}

const twoUpdates = `
setup { CREATE TABLE t (n int); INSERT INTO t VALUES (1); }
teardown { DROP TABLE t; }
session s1 setup { BEGIN; } step a { UPDATE t SET n = 2; } step b { COMMIT; }
session s2 setup { BEGIN; } step x { UPDATE t SET n = 3; } step y { COMMIT; }`;

test("all: the orders that are possible run, and the stock tester writes the same of them", async () => {
  const ran = await ours(twoUpdates, true);
  const orders = [...ran.text.matchAll(/^starting permutation: (.*)$/gm)].map(([, order]) => order);
  expect(orders).toEqual(["a b x y", "a x b y", "x a y b", "x y a b"]);
  expect(ran).toMatchObject({ possible: 4, impossible: 2 });
  expect(await stock(specText(parseSpec(twoUpdates, "t.spec"), ran.ran))).toBe(ran.text);
});

test("all: what can only be done by a timeout of the spec's own is possible", async () => {
  const ran = await ours(twoUpdates.replaceAll("BEGIN;", "BEGIN; SET LOCAL lock_timeout = '50ms';"), true);
  expect(ran).toMatchObject({ possible: 6, impossible: 0 });
});

test("permutation: an impossible one that is named is cancelled, in the stock tester's words, at once", async () => {
  const ran = await ours(`${twoUpdates} permutation a x y b`);
  expect(ran.cancelled).toEqual(["x"]);
  expect(ran.text).toContain(
    "isolationtester: canceling step x after 360 seconds\n" +
      "step x: <... completed>\nERROR:  canceling statement due to user request\nstep y: COMMIT;\n",
  );
});

test("setup: one that fails ends the spec where the stock tester ends it", async () => {
  const text = "setup { SELECT 1 AS one; } setup { SELECT 1 / 0; } session s1 step a { }";
  const ran = await ours(text);
  expect(ran).toMatchObject({ stopped: "setup failed: ERROR:  division by zero", lacks: [] });
  expect(ran.complaints).toBe("setup failed: ERROR:  division by zero\n");
  expect(await stock(text)).toBe(ran.text);
});

test("blocker: a step that waits for one which it has cancelled is reported when the signal has struck", async () => {
  const text = `
    session s1 setup { SELECT pg_advisory_lock(1) IS NULL AS locked; }
    step cancel { SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE application_name LIKE '%/s2'; }
    step look { SELECT 1 AS one; }
    teardown { SELECT pg_advisory_unlock(1); }
    session s2 step wait { SELECT pg_advisory_lock(1); }
    permutation wait cancel(wait) look`;
  const ran = await ours(text);
  expect(ran.stopped).toBeUndefined();
  expect(ran.text).toMatch(
    /step wait: <... completed>\nERROR: {2}canceling statement .*\nstep cancel: <... completed>/,
  );
  expect(await stock(text)).toBe(ran.text);
});

test.each(["FROM STDIN", "TO STDOUT"])(
  "step: COPY %s ends the spec, since the stock tester would stay there",
  async (way) => {
    const ran = await ours(`setup { CREATE TABLE t (n int); } session s1 step a { COPY t ${way}; } permutation a`);
    expect(ran).toMatchObject({ endless: true, stopped: "step a copies from or to its client", possible: 0 });
  },
);

test.each([
  ["the teardown", "", "BEGIN; INSERT INTO t VALUES (1);", ""],
  ["the setup of session s2", "setup { BEGIN; LOCK TABLE t; }", "", "setup { BEGIN; LOCK TABLE t; }"],
])("endless: %s that waits for a session of the spec ends it", async (what, first, step, second) => {
  const text = `setup { CREATE TABLE t (n int); } teardown { DROP TABLE t; }
    session s1 ${first} step a { ${step} } session s2 ${second} step x { } permutation a x`;
  expect(await ours(text)).toMatchObject({ endless: true, stopped: `${what} waits for a session of the spec` });
});

test("lacks: an extension and a library that the server does not have are named", async () => {
  const ran = await ours(`session s1 step a { CREATE EXTENSION injection_points; } step b { LOAD 'delay_execution'; }`);
  expect(ran.lacks).toEqual(['the extension "injection_points"', 'the library "delay_execution"']);
});

test("difference: the first line that is not the same is named, also where one output has ended", () => {
  expect(firstDifference("a\nb\n", "a\nb\n")).toBeUndefined();
  expect(firstDifference("a\nb\nc\n", "a\nx\nc\n")).toEqual({ line: 2, ours: "b", stock: "x" });
  expect(firstDifference("a\n", "a\nb\n")).toEqual({ line: 2, ours: "", stock: "b" });
  expect(firstDifference("a", "a\n")).toEqual({ line: 2, ours: undefined, stock: "" });
});
