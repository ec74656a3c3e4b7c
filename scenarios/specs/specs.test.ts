import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

test("specs: the evidence says of each that it came out as from the stock tester", () => {
  const files = readdirSync(here(".")).filter((file) => file.endsWith(".spec"));
  const same = /^(\S+) +\d+ +\d+ +\d+ {2}same as the stock tester {2}[0-9a-f]{64}$/gm;
  const page = readFileSync(here("../../evidence/specs.txt"), "utf8");
  expect([...page.matchAll(same)].map(([, name]) => `${name}.spec`)).toEqual(files.sort());
  expect(files.length).toBeGreaterThan(20);
});
