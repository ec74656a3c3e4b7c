import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { sampleTrace } from "../evidence/sample.ts";
import { nothingSearched } from "../explore/joined.ts";
import { canSoak, soakPieces } from "../explore/soakPieces.ts";
import type { ExploredCard, Exploration, Sampling } from "../verdict/exploration.ts";
import { commandLine, fakeSuite } from "./fakeLab.ts";
import type { Lab, Suite } from "./lab.ts";

let root = "";
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "holdfast soak "));
});
afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

const card = (kind: ExploredCard["kind"], name: string): ExploredCard => ({ kind, name, title: name, says: name });
const explored = [card("pair", "pay-cancel"), card("workload", "sale"), card("experiment", "C29-01")];

/** Every thing holds, but what breaks; a piece takes half a second. */
function suiteOf(breaks: (name: string, manner: Sampling) => boolean): {
  readonly suite: Suite;
  readonly nowMs: () => number;
} {
  let now = 0;
  const explore: Lab["explore"] = async (name, { manner }): Promise<Exploration> => {
    if (!("runs" in manner)) throw new Error("no sample");
    now += 500;
    const hashes = Array.from({ length: manner.runs }, (_, i) => `${name} ${manner.from + i}`);
    const found = { ...nothingSearched, schedules: manner.runs, hashes, fired: { lost: 1 }, seen: { moves: { a: 1 } } };
    const first = { schedule: manner.from, departures: "4:1", says: [], about: ["stock: one piece too many"] };
    return { ...card("workload", name), manner, ...found, ...(breaks(name, manner) ? { violated: 1, first } : {}) };
  };
  const reduce: Lab["reduce"] = async (_, { violation }) => ({
    ...{ departures: violation.departures, claim: "stock", about: violation.about, told: [], confirmed: 10, runs: 12 },
    ...{ trace: sampleTrace([{ text: "0 orders-1 pay: COMMIT -> COMMIT 0" }]), span: { from: 0, to: 1 } },
  });
  const suite = fakeSuite(() => Promise.reject(new Error("no experiment")), { explore, reduce });
  return { suite: { ...suite, explored, canHappen: { moves: ["a", "b"] } }, nowMs: () => now };
}

/** For two hours, and interrupted when a little of it is done. */
async function interruptedSoak(breaks: Parameters<typeof suiteOf>[0]): ReturnType<typeof commandLine> {
  const { suite, nowMs } = suiteOf(breaks);
  let interrupt = () => {};
  const interrupted = new Promise<void>((resolve) => (interrupt = resolve));
  let calls = 0;
  const stopping = () => {
    if (++calls === 4) interrupt();
    return nowMs();
  };
  return commandLine("soak --time 2h", suite, { root, nowMs: stopping, interrupted });
}

const page = async (): Promise<string> => readFile(join(root, "evidence", "measured", "soak.txt"), "utf8");

it("two seconds: everything by turns, counted, told, and written; the next begins behind it", async () => {
  const { suite, nowMs } = suiteOf(() => false);
  const { code, out } = await commandLine("soak --time 2s", suite, { root, nowMs });
  expect(code).toBe(0);
  expect(out).toMatch(/│ sale +│ +20 │ +20 │ +2 │ +0 │ +0 │ holds │/);
  expect(out).toMatch(/│ C29-01 +│ +4 │/);
  expect(out).toContain("never, so all about it is unknown: b");
  expect(out).toContain("SOAK runs=34 distinct=34 faults=4 violations=0 unknown=0\n");
  await commandLine("soak --time 1s", suite, { root, nowMs });
  const written = await page();
  expect(written).toContain("holdfast soak   seed 29   2 soaks   the next begins with run 1000055\n");
  expect(written).toMatch(/^runs 1000001 to 1000034 .* state c0de {3}made 34 {3}violations 0 {3}unknown 0$/m);
  expect(written).toMatch(/^runs 1000035 to 1000054 /m);
});

it("a violation is made smaller and kept once, and ends with 1", async () => {
  const { suite, nowMs } = suiteOf((name) => name === "sale");
  const { code, out } = await commandLine("soak --time 2s", suite, { root, nowMs });
  expect(code).toBe(1);
  expect(out.match(/^BROKE sale, run 1000001$/gm)).toHaveLength(1);
  expect(out).toContain("confirmed 10 of 10 times");
  expect(await readdir(join(root, "failures"))).toHaveLength(1);
  expect(await page()).toContain("violations 2   unknown 0");
});

it("with wrong parts it runs what has a control, and writes no page", async () => {
  const { suite, nowMs } = suiteOf((_, manner) => manner.control === true);
  const { code, out } = await commandLine("soak --time 1s --control", suite, { root, nowMs });
  expect(code).toBe(1);
  expect(out).not.toContain("C29-01");
  await expect(page()).rejects.toThrow("ENOENT");
});

it("an interrupt leaves what was done by then", async () => {
  const { code } = await interruptedSoak(() => false);
  expect(code).toBe(130);
  expect(await page()).toMatch(/^SOAK runs=\d+ /m);
});

it("what broke wins over an interrupt", async () => {
  const { code } = await interruptedSoak((name) => name === "sale");
  expect(code).toBe(1);
});

it("a page of another seed, or one that cannot be read, stays as it is, and nothing is run", async () => {
  const { suite, nowMs } = suiteOf(() => false);
  await commandLine("soak --time 1s", suite, { root, nowMs });
  const before = await page();
  const other = await commandLine("soak --time 1s --seed 30", suite, { root, nowMs });
  expect(other).toMatchObject({ code: 2, out: "", err: expect.stringContaining("Give --seed 29, or") as string });
  expect(await page()).toBe(before);
  const elsewhere = join(root, "elsewhere");
  await mkdir(elsewhere);
  for (const text of ["", before.replace("   made ", "   hat ")]) {
    await writeFile(join(elsewhere, "soak.txt"), text);
    const unreadable = await commandLine(["soak", "--evidence", elsewhere], suite, { root, nowMs });
    expect(unreadable).toMatchObject({ code: 2, err: expect.stringContaining("It cannot be read.") as string });
    expect(await readFile(join(elsewhere, "soak.txt"), "utf8")).toBe(text);
  }
});

it("on a server of one's own, or without the gate, it writes where it was told to, and nowhere else", async () => {
  const { suite, nowMs } = suiteOf(() => false);
  const own = { root, nowMs, databaseUrl: "postgresql://localhost/x" };
  expect((await commandLine("soak --time 1s", suite, own)).code).toBe(0);
  const off: Suite = { ...suite, openLab: async (...given) => ({ ...(await suite.openLab(...given)), gate: "off" }) };
  expect((await commandLine("soak --time 1s", off, { root, nowMs })).code).toBe(0);
  await expect(page()).rejects.toThrow("ENOENT");
  const told = join(root, "told");
  await commandLine(["soak", "--time", "1s", "--evidence", told], suite, own);
  expect(await readdir(told)).toEqual(["soak.txt"]);
});

it("what it has no turns for is wrong use", async () => {
  const { suite } = suiteOf(() => false);
  const { code, err } = await commandLine("soak C29-01 --control", suite, { root });
  expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining("nothing to soak") as string });
});

it("pieces: no number is given twice, workloads are run by either strategy", () => {
  const pieces = soakPieces(explored.filter(canSoak), 11, false);
  const some = Array.from({ length: 9 }, () => pieces.next().value);
  expect(some.map(({ manner }) => manner.from)).toEqual([11, 21, 31, 41, 45, 55, 65, 75, 79]);
  expect(some.filter(({ card: { name } }) => name === "sale").map(({ manner }) => manner.strategy)).toEqual(
    expect.arrayContaining(["random", "pct"]),
  );
});

it("pieces: where schedules are its own, a workload has one strategy", () => {
  const pieces = soakPieces([{ ...card("workload", "trial"), ownSchedule: true }], 11, false);
  const some = Array.from({ length: 4 }, () => pieces.next().value.manner.strategy);
  expect(some).toEqual(["random", "random", "random", "random"]);
});
