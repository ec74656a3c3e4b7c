import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nothingSearched } from "../explore/joined.ts";
import type { Exploration, Reduced } from "../verdict/exploration.ts";
import { quick } from "../verdict/guards.ts";
import { commandLine, fakeSuite } from "./fakeLab.ts";
import type { ExploreOptions, Lab, ReduceOptions, Suite } from "./lab.ts";

const guards = [
  { workload: "sale", removal: "without-lock-dropped", name: "lock-dropped", area: "pay", says: "nothing is locked" },
  {
    workload: "sale",
    removal: "without-belt-off",
    name: "belt-off",
    area: "pay",
    says: "the braces hold",
    harmless: "either is enough",
  },
];

/** A lab in which the removal is found by these runs, if at all, and the canary breaks so often. */
function suiteOf(how: { random?: number; pct?: number; canary?: number; confirmed?: number }) {
  const { random, pct, canary = 0, confirmed = 2 } = how;
  const asked: (ExploreOptions & { readonly name: string })[] = [];
  const explore: Lab["explore"] = async (name, options): Promise<Exploration> => {
    asked.push({ name, ...options });
    const { manner } = options;
    const about = { kind: "removal", name, title: name, manner, ...nothingSearched, hashes: ["1a"] } as const;
    if (manner.strategy === "exhaustive" || manner.strategy === "replay") return { ...about, bound: 2, schedules: 77 };
    if (!name.startsWith("without-")) return { ...about, schedules: 300, violated: canary };
    const schedule = manner.strategy === "random" ? random : pct;
    const { from, runs } = manner;
    if (schedule === undefined || schedule < from || schedule >= from + runs) return { ...about, schedules: runs };
    return { ...about, violated: 1, first: { schedule, departures: "1:1", says: [], about: ["paid once: twice"] } };
  };
  const reduced: (ReduceOptions & { readonly name: string })[] = [];
  const reduce: Lab["reduce"] = async (name, options) => {
    reduced.push({ name, ...options });
    return smaller;
  };
  const smaller: Reduced = {
    ...{ departures: "4:1,5:1", claim: "paid once", about: [], told: ["a", "b", "c"], confirmed, runs: 12 },
    ...{ trace: { steps: [], sha256: "" }, span: { from: 0, to: 1 } },
  };
  const suite: Suite = fakeSuite(() => Promise.reject(new Error("no experiment")), { explore, reduce });
  return { ...suite, guards, asked, reduced };
}

test("each guard is taken away, by both strategies; one that is harmless by a search that ends", async () => {
  const suite = suiteOf({ random: 7, pct: 3 });
  const { code, out } = await commandLine("guards", suite);
  expect(out).toMatch(/│ lock-dropped │ pay +│ paid once +│ +7 │ +3 │ +3 │ 2 +│/);
  expect(out).toContain(
    "belt-off: the braces hold\n  harmless  either is enough\n            complete: every schedule of ",
  );
  expect(out).toContain("GUARDS guards=2 found=1 not_found=0 harmless=1 canary_runs=600 canary_broke=0\n");
  expect(suite.asked.map(({ name, manner }) => `${name} ${manner.strategy}`)).toEqual([
    "sale random",
    "sale pct",
    "without-lock-dropped random",
    "without-lock-dropped pct",
    "without-belt-off exhaustive",
  ]);
  expect(code).toBe(0);
});

test("one that is not noticed within the budget is named, and is no pass", async () => {
  const { code, out } = await commandLine("guards lock", suiteOf({}));
  expect(out).toContain("NOT FOUND: lock-dropped\n");
  expect(code).toBe(1);
});

test("one whose failure does not come out again is unknown", async () => {
  const { code, out } = await commandLine("guards lock", suiteOf({ random: 7, confirmed: 1 }));
  expect(out).toContain("2, confirmed 1 of 2");
  expect(out).toContain("unknown: lock-dropped\n");
  expect(code).toBe(3);
});

test("a canary that breaks is no pass either", async () => {
  const { code, out } = await commandLine("guards lock", suiteOf({ random: 7, canary: 1 }));
  expect(out).toContain("canary: the shipped sale, random: breaks, 1 times in 300 runs");
  expect(code).toBe(1);
});

test("each workload that guards are taken away from has its canary", async () => {
  const suite = suiteOf({ random: 7 });
  const drift = { ...guards[0]!, workload: "reconciler", removal: "without-no-drift", name: "no-drift" };
  const sums = { ...drift, workload: "sums", ownSchedule: true as const };
  const { out } = await commandLine("guards", { ...suite, guards: [guards[0]!, drift, sums] });
  expect(suite.asked.slice(0, 5).map(({ name, manner }) => `${name} ${manner.strategy}`)).toEqual([
    "sale random",
    "sale pct",
    "reconciler random",
    "reconciler pct",
    "sums random",
  ]);
  expect(out).toContain("canary: the shipped reconciler, pct: never broke in 300 runs");
});

test("where schedules are its own, it is hunted by one strategy, and the other column is empty", async () => {
  const suite = suiteOf({ random: 7, pct: 3 });
  const { out } = await commandLine("guards", { ...suite, guards: [{ ...guards[0]!, ownSchedule: true }] });
  expect(out).toMatch(/│ lock-dropped │ pay +│ paid once +│ +7 │ +│ +3 │ 2 +│/);
  expect(out).toContain("canary_runs=300");
  expect(suite.asked.map(({ manner }) => manner.strategy)).toEqual(["random", "random"]);
});

test("several seeds: the middle of the runs that it took", async () => {
  const suite = suiteOf({ random: 7, pct: 3 });
  const { out } = await commandLine("guards lock --seeds 3 --seed 5 --runs 40", suite);
  expect(out).toContain("holdfast guards   3 seeds from 5, 40 apart   budget 40 runs   1 guards");
  expect(suite.asked.filter(({ name }) => name !== "sale").map(({ seed }) => seed)).toEqual([5, 5, 45, 45, 85, 85]);
});

test("several seeds: each guard that is done is told at once, and one failure is run again", async () => {
  const suite = suiteOf({ random: 7 });
  const { err } = await commandLine("guards lock --seeds 3", suite);
  expect(err).toBe("1 of 1: lock-dropped   random 7, 3 of 3   pct > 300, 0 of 3   holds\n");
  expect(suite.reduced).toMatchObject([{ name: "without-lock-dropped", seed: 29, effort: quick }]);
});

test("both search by turns, and the one that has not found it goes no further than the other's round", async () => {
  const suite = suiteOf({ pct: 37 });
  const { out } = await commandLine("guards lock --runs 60", suite);
  expect(out).toMatch(/│ lock-dropped │ pay +│ paid once +│ +> 40 │ +37 │/);
  const rounds = suite.asked.filter(({ name }) => name !== "sale").map(({ manner }) => manner);
  expect(rounds).toMatchObject([
    { strategy: "random", from: 1, runs: 10 },
    { strategy: "pct", from: 1, runs: 10 },
    { strategy: "random", from: 11, runs: 10 },
    { strategy: "pct", from: 11, runs: 10 },
    { strategy: "random", from: 21, runs: 20 },
    { strategy: "pct", from: 21, runs: 20 },
  ]);
  const vain = suiteOf({});
  await commandLine("guards lock --runs 30", vain);
  expect(vain.asked.slice(-2)).toMatchObject([{ manner: { from: 21, runs: 10 } }, { manner: { from: 21, runs: 10 } }]);
});

test("it is the sooner failure that is run again, whichever strategy found it", async () => {
  const suite = suiteOf({ random: 7, pct: 3 });
  await commandLine("guards lock", suite);
  expect(suite.reduced.map(({ violation }) => violation.schedule)).toEqual([3]);
});

test("all guards at the default seed and budget write the page; some of them, or another budget, do not", async () => {
  const root = await mkdtemp(join(tmpdir(), "guards-"));
  const page = join(root, "evidence", "guards.txt");
  try {
    for (const line of ["guards lock", "guards lock --seeds 2", "guards --runs 5", "guards --seed 5"]) {
      await commandLine(line, suiteOf({ random: 7 }), { root });
      await expect(readFile(page)).rejects.toThrow("ENOENT");
    }
    const { err } = await commandLine("guards", suiteOf({ random: 7 }), { root });
    expect(err).toBe("");
    expect(await readFile(page, "utf8")).toMatch(/^holdfast guards {3}seed 29 {3}budget 300 runs {3}2 guards\n/);
  } finally {
    await rm(root, { recursive: true });
  }
});

test("all guards under several seeds write their medians, and not the page of one seed", async () => {
  const root = await mkdtemp(join(tmpdir(), "guards-"));
  try {
    await commandLine("guards --seeds 2 --runs 40", suiteOf({ random: 7 }), { root });
    const text = await readFile(join(root, "evidence", "measured", "guards-medians.txt"), "utf8");
    expect(text).toMatch(
      /^holdfast guards {3}2 seeds from 29 to 69, 40 apart {3}budget 40 runs {3}PostgreSQL 18 {3}state c0de {3}1 guards\n/,
    );
    expect(text).toMatch(/│ lock-dropped │ pay +│ +7 │ +2 of 2 │ +7 │ +> 40 │ +0 of 2 │ +> 40 │/);
    await expect(readFile(join(root, "evidence", "guards.txt"))).rejects.toThrow("ENOENT");
  } finally {
    await rm(root, { recursive: true });
  }
});

test("a guard that is none is wrong use", async () => {
  const { code, err } = await commandLine("guards lok-dropped", suiteOf({}));
  expect(err).toContain('There is no guard "lok-dropped".');
  expect(code).toBe(2);
});
