import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { Found } from "../anomalies/anomaly.ts";
import { commandLine, fakeSuite } from "./fakeLab.ts";
import type { Suite } from "./lab.ts";

const none: Found = {
  ...{ id: "P4", name: "lost update", level: "read committed", permitted: true },
  ...{ story: "p4-read-committed", gate: "on", schedules: 3, all: false },
};
const shown = {
  ...{ departures: "4:1", claim: "no lost update", about: ["no lost update: it did"], confirmed: 10 },
  decisions: ["0 session-1 works: COMMIT -> COMMIT 0"],
};
const lostUpdate: Found = { ...none, shown: { ...shown, inStock: true } };
const doubted = (doubt: Partial<NonNullable<Found["shown"]>>): Found => ({
  ...lostUpdate,
  shown: { ...lostUpdate.shown!, ...doubt },
});

function suiteOf(...found: readonly Found[]): Suite {
  const suite = fakeSuite(() => Promise.reject(new Error("no experiment")));
  return {
    ...suite,
    async *anomalies() {
      yield* found;
    },
  };
}

it("tells what was found, and how", async () => {
  const { code, out } = await commandLine("anomalies --schedules 5", suiteOf(lostUpdate));
  expect(code).toBe(0);
  expect(out).toContain("│ P4 │ lost update │ found, schedule 3 │");
  expect(out).toContain(
    "P4, lost update, at read committed: departures 4:1, schedule 3; PostgreSQL's own isolationtester shows it too\n  0 session-1 works: COMMIT",
  );
  expect(out).toContain("ANOMALIES cells=1 found_as_permitted=1 none_as_forbidden=0 forbidden_and_found=0");
  expect(out).not.toContain("evidence written");
});

it.each([
  [1, "found, schedule 3, though forbidden", { ...lostUpdate, permitted: false }],
  [3, "none in all 5, though permitted", { ...none, schedules: 5, all: true }],
  [0, "none in all 5", { ...none, permitted: false, schedules: 5, all: true }],
  [3, "unknown  the same came out 9 of 10 times", doubted({ confirmed: 9 })],
  [3, "unknown  PostgreSQL's own isolationtester does not show it", doubted({ inStock: false })],
])("exit code %i: %s", async (expected, says, found) => {
  const { code, out } = await commandLine("anomalies --schedules 5", suiteOf(found));
  expect(out).toContain(says);
  expect(code).toBe(expected);
});

async function emptyRoot(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "holdfast-"));
  onTestFinished(() => rm(root, { recursive: true }));
  return root;
}

it("what is forbidden and was found is kept, and how to see it again is said", async () => {
  const root = await emptyRoot();
  const { out } = await commandLine("anomalies --schedules 5", suiteOf({ ...lostUpdate, permitted: false }), { root });
  const [name] = await readdir(join(root, "failures"));
  expect(out).toContain(`forbidden and found; again: ./run.sh replay failures/${name} --spec\n`);
  const kept: unknown = JSON.parse(await readFile(join(root, "failures", name!), "utf8"));
  expect(kept).toMatchObject({ explored: "p4-read-committed", departures: "4:1", claim: "no lost update" });
});

it("writes the table at the usual number of schedules, where the gate is on and the stock tester was asked", async () => {
  const root = await emptyRoot();
  for (const less of [{ gate: "off" }, { shown }] as const) {
    await commandLine("anomalies", suiteOf({ ...lostUpdate, ...less }), { root });
    expect(await readdir(root)).toEqual([]);
  }
  await commandLine("anomalies", suiteOf(lostUpdate), { root });
  expect(await readFile(join(root, "evidence/anomalies.txt"), "utf8")).toContain("ANOMALIES cells=1");
});

it("a suite without anomalies is wrong use", async () => {
  const { code, err } = await commandLine(
    "anomalies",
    fakeSuite(() => Promise.reject(new Error("none"))),
  );
  expect(code).toBe(2);
  expect(err).toContain("no anomalies to look for");
});
