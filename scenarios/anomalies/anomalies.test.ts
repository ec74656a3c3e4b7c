import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { control, type Found } from "../../harness/anomalies/anomaly.ts";
import { searchLevels } from "../../harness/anomalies/search.ts";
import { verdictOf } from "../../harness/anomalies/text.ts";
import { commandLine } from "../../harness/cli/fakeLab.ts";
import type { Suite } from "../../harness/cli/lab.ts";
import { suite } from "../../harness/shop/lab.ts";
import { stories } from "../stories.ts";
import { anomalies } from "./anomalies.ts";

/** As many as there are of most; the build tries more where there are. */
const schedules = 71;

test("what PostgreSQL permits is found, what it forbids is not, and without transactions everything is", async () => {
  const found: Found[] = [];
  for await (const one of searchLevels(anomalies, { kind: "embedded", major: 18 }, schedules)) found.push(one);
  expect(found).toHaveLength(anomalies.length * 4);
  expect(found.filter((one) => verdictOf(one) !== "holds")).toEqual([]);
  const controls = found.filter(({ level }) => level === control);
  expect(controls.filter(({ shown }) => shown === undefined)).toEqual([]);
  const none = found.filter(({ shown }) => shown === undefined);
  expect(none.filter(({ all }) => !all).map(({ id }) => id)).toEqual(["OTV", "OTV", "OTV"]);
});

test("one that is forbidden and happens is kept, made smaller, and PostgreSQL's own tester shows it too", async () => {
  const root = await mkdtemp(join(tmpdir(), "holdfast-"));
  onTestFinished(() => rm(root, { recursive: true }));
  const lostUpdate = anomalies.find(({ id }) => id === "P4")!;
  const planted: Suite = {
    ...suite({ experiments: [], flows: [], pairs: [], workloads: [], stories }),
    anomalies: (server, count) => searchLevels([{ ...lostUpdate, permitted: [] }], server, count),
  };
  const { code, out } = await commandLine("anomalies --schedules 30", planted, { root });
  expect(out).toContain("found, schedule 4, though forbidden");
  expect(out).toContain("P4, lost update, at read committed: departures 3:1, schedule 4; PostgreSQL's own");
  expect(code).toBe(1);
  const [name] = await readdir(join(root, "failures"));
  expect(out).toContain(`again: ./run.sh replay failures/${name} --spec`);

  const again = await commandLine(["replay", join(root, "failures", name!), "--spec"], planted, { root });
  expect(again.out).toContain("breaks again: lost update does not happen at read committed: it did\nthe same ");
  expect(again.out).toContain("permutation: s1_1 s2_1 s2_2 s2_3 s1_2 s1_3 check\n");
  expect(again.out).toContain("isolationtester shows it too: lost update does not happen at read committed: it did\n");
  expect(again.code).toBe(1);
});
