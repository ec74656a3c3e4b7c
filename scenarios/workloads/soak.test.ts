import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { commandLine } from "../../harness/cli/fakeLab.ts";
import { suite } from "../../harness/shop/lab.ts";
import { payCancel } from "../pairs/buying.ts";
import { workloads } from "./workloads.ts";

let root = "";
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "holdfast soak "));
});
afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

const shop = suite({ experiments: [], flows: [], pairs: [payCancel], workloads });
const given = () => ({ root, nowMs: () => performance.now() });

test("two seconds of a calm sale: nothing breaks, and the page says what happened", async () => {
  const { code, err } = await commandLine("soak calm-sale --time 2s --workers 1", shop, given());
  expect({ code, err }).toEqual({ code: 0, err: "" });
  const page = await readFile(join(root, "evidence", "measured", "soak.txt"), "utf8");
  expect(page).toMatch(/^SOAK runs=\d+0 distinct=\d+ faults=0 violations=0 unknown=0$/m);
  expect(page).toContain("  moves of an order: ");
});

test("with its wrong part a soak finds what breaks, makes it smaller and keeps it", async () => {
  const { code, out } = await commandLine("soak pay-cancel --time 10s --control --workers 1", shop, given());
  expect(code).toBe(1);
  expect(out).toContain("confirmed 10 of 10 times");
  expect(await readdir(join(root, "failures"))).not.toEqual([]);
});
