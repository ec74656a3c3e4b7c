import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { sampleTrace } from "../evidence/sample.ts";
import { answered, brokenPair } from "../explore/sample.ts";
import type { Exploration } from "../verdict/exploration.ts";
import { commandLine, fakeSuite } from "./fakeLab.ts";
import type { ExploreOptions, Lab, Suite } from "./lab.ts";

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "holdfast-"));
});
afterEach(() => rm(root, { recursive: true }));

/** A pair that does this decision and, so long as it is told to, breaks. */
function suiteOf(pair: { breaks: boolean; does: string }): Suite {
  const explore = async (_: string, { manner }: ExploreOptions): Promise<Exploration> => {
    const { first, ...rest } = brokenPair;
    const trace = sampleTrace([{ text: pair.does, source: "src/order/pay.ts:20" }]);
    const found = { ...rest, violated: pair.breaks ? 1 : 0, ...(pair.breaks ? { first } : {}), trace };
    return answered(found, manner);
  };
  const reduce: Lab["reduce"] = async (_, { violation }) => ({
    ...{ departures: "none", claim: "one", about: violation.about, told: [], confirmed: 10, runs: 12 },
    ...{ trace: sampleTrace([{ text: pair.does }]), span: { from: 0, to: 1 } },
  });
  const suite = fakeSuite(() => Promise.reject(new Error("no experiment")), { explore, reduce });
  const { kind, name, title } = brokenPair;
  return { ...suite, explored: [{ kind, name, title, says: title }] };
}

async function kept(pair: Parameters<typeof suiteOf>[0]): Promise<string> {
  const { out } = await commandLine("explore --bound 1", suiteOf(pair), { root });
  expect(out).toContain("shrunk from 1 departure to 0 departures in 12 runs, confirmed 10 of 10 times");
  const [name] = await readdir(join(root, "failures"));
  expect(out).toContain(`again: ./run.sh replay failures/${name}`);
  return join(root, "failures", name!);
}

it("a violation is kept as a file, which breaks again, holds again, and parts", async () => {
  const pair = { breaks: true, does: "0 orders-1 pay: COMMIT -> COMMIT 0" };
  const suite = suiteOf(pair);
  const path = await kept(pair);
  const again = await commandLine(["replay", path], suite, { root });
  expect(again.code).toBe(1);
  expect(again.out).toContain("breaks again: one");
  expect(again.out).toContain("the same 1 decisions as recorded");
  expect(again.out).toMatch(/│ +│ ms │ orders-1 +│/);

  Object.assign(pair, { breaks: false, does: "0 orders-1 pay: COMMIT -> error 40001" });
  const parted = await commandLine(["replay", path], suite, { root });
  expect(parted.code).toBe(0);
  expect(parted.out).toContain("holds now: one");
  expect(parted.out).toContain('the worlds part at decision 1: recorded "0 orders-1 pay: COMMIT -> COMMIT 0", now');
});

it("a violation that cannot be kept is told all the same, and why it is not kept", async () => {
  await writeFile(join(root, "failures"), "in the way");
  const { code, out, err } = await commandLine("explore --bound 1", suiteOf({ breaks: true, does: "x" }), { root });
  expect(out).toContain("shrunk from 1 departure to 0 departures");
  expect(out).toMatch(/not kept in failures\/one-[0-9a-f]{8}\.json: A file lies where a folder is needed\./);
  expect(out).toContain("violations=1");
  expect({ code, err }).toEqual({ code: 1, err: "" });
});

it.each([
  [1, ["damage"], "PostgreSQL's own isolationtester shows it too: damage"],
  [3, [], "unknown: PostgreSQL's own isolationtester does not show it"],
])("--spec, exit code %i: the stock tester shows %j", async (expected, amiss, says) => {
  const suite = suiteOf({ breaks: true, does: "0 session-1 works: begins" });
  const shown = { spec: "session s1\nstep a { }\n", output: "Parsed test spec", amiss };
  const race: Suite = {
    ...suite,
    explored: [{ kind: "SQL race", name: brokenPair.name, title: "a race", says: "a race" }],
    openLab: async (...asked) => ({ ...(await suite.openLab(...asked)), inStock: async () => shown }),
  };
  const path = await kept({ breaks: true, does: "0 session-1 works: begins" });
  const { code, out } = await commandLine(["replay", path, "--spec"], race, { root });
  expect(out).toContain(says);
  expect(code).toBe(expected);
  const written = await readFile(path.replace(/json$/, "spec"), "utf8");
  expect(written).toBe(`# pay-pay: one, departures none\n\n${shown.spec}`);
});

it("--spec: what has messages in it cannot be told so, and why", async () => {
  const pair = { breaks: true, does: "0 channel receives charge ord-0001 from orders-1" };
  const { code, err } = await commandLine(["replay", await kept(pair), "--spec"], suiteOf(pair), { root });
  expect(err).toContain("services send each other messages (1 of 1 decisions)");
  expect(code).toBe(2);
});

it.each([
  ["a file that is not there", undefined, "cannot be read"],
  ["a file of another kind", "{}", "No failure can be read"],
])("%s is wrong use", async (_, text, what) => {
  const path = join(root, "other.json");
  if (text !== undefined) await writeFile(path, text);
  const { code, err } = await commandLine(["replay", path], suiteOf({ breaks: true, does: "0 a b" }), { root });
  expect(code).toBe(2);
  expect(err).toContain(what);
});
