import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Kept } from "./kept.ts";

test("kept: what was hunted in another state of the program is found only if asked for", () => {
  const folder = mkdtempSync(join(tmpdir(), "kept-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  new Kept(folder, "aa").keep("sql", "src/order/pay.ts", []);
  expect(new Kept(folder, "aa").find("sql", "src/order/pay.ts")).toEqual([]);
  expect(new Kept(folder, "aa").find("typescript", "src/order/pay.ts")).toBeUndefined();
  expect(new Kept(folder, "bb").find("sql", "src/order/pay.ts")).toBeUndefined();
  expect(new Kept(folder, "bb").find("sql", "src/order/pay.ts", true)).toEqual([]);
});
