import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nothingSearched } from "../explore/joined.ts";
import type { Exploration } from "../verdict/exploration.ts";
import { reports } from "../verdict/trial.ts";
import { commandLine, fakeSuite } from "./fakeLab.ts";
import type { Lab, Suite } from "./lab.ts";

const trial = {
  explored: "reconciler",
  damages: [{ name: "a charge is lost" }, { name: "a receipt too many", unseen: "nothing rests on it" }],
  labels: ["PAID_WITHOUT_CHARGE"],
};
const all = {
  fired: { "a charge is lost": 2, "a receipt too many": 1 },
  seen: { [reports]: { "a charge is lost: PAID_WITHOUT_CHARGE": 2, "a receipt too many: nothing": 1 } },
};

function suiteOf(found: Partial<Exploration> = {}): Suite {
  const explore: Lab["explore"] = async (name, { manner }) => {
    const schedules = "runs" in manner ? manner.runs : 0;
    const about = { kind: "workload", name, title: name, manner } as const;
    return { ...about, ...nothingSearched, schedules, hashes: ["1a"], ...all, ...found };
  };
  return { ...fakeSuite(() => Promise.reject(new Error("no experiment")), { explore }), trial };
}

test("each damage with the labels that it was reported under, and what no rule sees", async () => {
  const { code, out } = await commandLine("reconciler --runs 20", suiteOf());
  expect(out).toMatch(/│ a charge is lost +│ +4 │ PAID_WITHOUT_CHARGE 4 │/);
  expect(out).toContain("  a receipt too many, 2 of 2: nothing rests on it\n");
  expect(out).toContain("RECONCILER holds sales=20 misreported=0 unknown=0 cases=6 damages=2 labels=1 never=0\n");
  expect(code).toBe(0);
});

test("a damage that is not reported as it is breaks, and is told", async () => {
  const first = { schedule: 4, departures: "none", says: [], about: ["a charge is lost, and just that is said: no"] };
  const { code, out } = await commandLine("reconciler --runs 5", suiteOf({ violated: 1, first }));
  expect(out).toContain("misreported, sale 4: a charge is lost, and just that is said: no\n");
  expect(code).toBe(1);
});

test("a damage that found nothing to hit, and a label that never came, are no pass", async () => {
  const { code, out } = await commandLine(
    "reconciler --runs 5",
    suiteOf({ fired: { "a charge is lost": 2 }, seen: {} }),
  );
  expect(out).toContain("never: a receipt too many\nnever: PAID_WITHOUT_CHARGE\n");
  expect(out).toContain("RECONCILER unknown ");
  expect(code).toBe(3);
});

test("a sale that the lab could not tell is no pass", async () => {
  const { code, out } = await commandLine("reconciler --runs 5", suiteOf({ unknown: 1, doubts: ["no gate"] }));
  expect(out).toContain("unknown: no gate\n");
  expect(code).toBe(3);
});

test("the usual sales at the default seed write the page, and others do not", async () => {
  const root = await mkdtemp(join(tmpdir(), "reconciler-"));
  const page = join(root, "evidence", "reconciler.txt");
  try {
    for (const line of ["reconciler --runs 5", "reconciler --seed 5"]) {
      await commandLine(line, suiteOf(), { root });
      await expect(readFile(page)).rejects.toThrow("ENOENT");
    }
    await commandLine("reconciler", suiteOf(), { root });
    expect(await readFile(page, "utf8")).toMatch(
      /^holdfast reconciler {3}seed 29 {3}150 sales {3}2 damages {3}1 labels\n/,
    );
  } finally {
    await rm(root, { recursive: true });
  }
});

test("a suite without a reconciler is wrong use", async () => {
  const { code, err } = await commandLine("reconciler", { ...suiteOf(), trial: undefined } as unknown as Suite);
  expect(err).toContain("no reconciler to be tried");
  expect(code).toBe(2);
});
