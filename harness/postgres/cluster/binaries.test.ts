import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { installedBinaries, makeLinks, missingLinks, usableBinaries } from "./binaries.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

test.each([16, 17, 18] as const)("binaries: those of PostgreSQL %i are found, with all their links", async (major) => {
  expect(installedBinaries(major).version).toMatch(new RegExp(`^${major}\\.`));
  expect(missingLinks((await usableBinaries(major)).native)).toEqual([]);
});

test("binaries: missing links are made, as often as one likes", () => {
  const native = mkdtempSync(join(tmpdir(), "native-"));
  mkdirSync(join(native, "lib"));
  writeFileSync(join(native, "lib", "libx.so.1.2"), "x");
  const list = ["libx.so", "libx.so.1"].map((name) => ({
    source: "native/lib/libx.so.1.2",
    target: `native/lib/${name}`,
  }));
  writeFileSync(join(native, "pg-symlinks.json"), JSON.stringify(list));
  expect(missingLinks(native)).toHaveLength(2);
  makeLinks(native);
  makeLinks(native);
  expect(missingLinks(native)).toEqual([]);
  expect(readFileSync(join(native, "lib", "libx.so.1"), "utf8")).toBe("x");
  rmSync(native, { recursive: true });
});

test("binaries: where there are none for this machine, it says what to do", () => {
  vi.spyOn(process, "arch", "get").mockReturnValue("mips");
  expect(() => installedBinaries(18)).toThrow(/not installed[\s\S]*-mips[\s\S]*--postgres container/);
});
