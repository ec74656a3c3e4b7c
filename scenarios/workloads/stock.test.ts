import { afterAll, beforeAll, expect, test } from "vitest";
import type { LabDatabase } from "../../harness/postgres/lab.ts";
import { explorables } from "../../harness/shop/explore/explorable.ts";
import { explore } from "../../harness/shop/explore/explore.ts";
import { removalOf, removals } from "../../harness/shop/explore/guard.ts";
import { openDatabase } from "../../harness/shop/lab.ts";
import { workloads } from "./workloads.ts";

let lab: LabDatabase;
beforeAll(async () => {
  lab = await openDatabase({ kind: "embedded", major: 18 });
});
afterAll(() => lab.close());

const workload = workloads.find(({ of }) => of === "inventory")!;
const [stock] = explorables({ pairs: [], experiments: [], workloads: [workload] });
const runOf = (from: number, runs = 1) => ({ strategy: "random", from, runs }) as const;

test("commands to the inventory, with whatever may befall them: nothing breaks, and the same number is the same run", async () => {
  const once = await explore(lab, stock!, { seed: 29, manner: runOf(1, 4) });
  expect(once).toMatchObject({ schedules: 4, violated: 0, unknown: 0 });
  const again = await explore(lab, stock!, { seed: 29, manner: runOf(1, 4) });
  expect(again.hashes).toEqual(once.hashes);
});

test.each([
  ["returned-to-sale", 4, "after every commit, pieces locked are what open locks still keep"],
  ["archive-unread", 1, "whenever the ledger is replayed with its archive, it explains every balance"],
  ["stale-lease-writes", 65, "after every commit, a unit's event that was SENT stays so"],
  ["gap-passed-over", 12, "a view goes from one version to the very next"],
])("without %s, run %i breaks", async (name, from, claim) => {
  const removal = removals(workload).find((one) => one.name === removalOf(name))!;
  const { violated, first } = await explore(lab, removal, { seed: 29, manner: { ...runOf(from), control: true } });
  expect(violated).toBe(1);
  expect(first?.about[0]).toContain(claim);
});
