import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { Found } from "../anomalies/anomaly.ts";
import { commandLine, fakeSuite } from "./fakeLab.ts";
import type { Suite } from "./lab.ts";

const lostUpdate: Found = {
  ...{ id: "P4", name: "lost update", level: "read committed", permitted: true },
  ...{ seed: 3, decisions: ["0 session-1 works: COMMIT -> COMMIT 0"], runs: 3, schedules: 3 },
};
const none = { seed: undefined, decisions: [] };

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
  const { code, out } = await commandLine("anomalies --seeds 5", suiteOf(lostUpdate));
  expect(code).toBe(0);
  expect(out).toContain("│ P4 │ lost update │ found, seed 3  │");
  expect(out).toContain("P4, lost update, at read committed, seed 3\n  0 session-1 works: COMMIT");
  expect(out).toContain("ANOMALIES cells=1 found_as_permitted=1 none_as_forbidden=0 forbidden_and_found=0");
  expect(out).not.toContain("evidence written");
});

it.each([
  [1, "found, seed 3, though forbidden", { ...lostUpdate, permitted: false }],
  [3, "none (5), though permitted", { ...lostUpdate, ...none, schedules: 5 }],
  [0, "none (5)", { ...lostUpdate, ...none, permitted: false, schedules: 5 }],
])("exit code %i: %s", async (expected, says, found) => {
  const { code, out } = await commandLine("anomalies --seeds 5", suiteOf(found));
  expect(out).toContain(says);
  expect(code).toBe(expected);
});

it("writes the table at the usual number of seeds", async () => {
  const root = await mkdtemp(join(tmpdir(), "holdfast-"));
  onTestFinished(() => rm(root, { recursive: true }));
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
