import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { codeOf, whatHunts } from "./code.ts";

let root: string;
const write = (file: string, text: string): void => writeFileSync(join(root, file), text);
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "code-"));
  for (const folder of ["src/schema", "harness/bench", "scenarios/mutants"])
    mkdirSync(join(root, folder), { recursive: true });
  write("src/main.ts", "main();");
  write("package-lock.json", "{}");
});
afterEach(() => rmSync(root, { recursive: true }));

test("code: a test and a note change nothing", () => {
  const before = codeOf(root);
  write("src/main.test.ts", "test();");
  write("harness/README.md", "words");
  write("scenarios/mutants/explanations.ts", "equal because");
  expect(codeOf(root)).toBe(before);
});

test("code: of mutants, what they come to is another when the hunt is, not when it is explained", () => {
  mkdirSync(join(root, "harness/mutants"));
  write("scenarios/mutants/opening.ts", "budget");
  const before = codeOf(root, whatHunts);
  write("scenarios/mutants/explanations.ts", "equal because");
  expect(codeOf(root, whatHunts)).toBe(before);
  write("harness/mutants/trial.ts", "trial();");
  const hunted = codeOf(root, whatHunts);
  expect(hunted).not.toBe(before);
  write("scenarios/mutants/opening.ts", "budget(2)");
  expect(codeOf(root, whatHunts)).not.toBe(hunted);
});

test.each([
  ["src/main.ts", "main(1);"],
  ["src/schema/order.sql", "CREATE TABLE orders ()"],
  ["scenarios/more.ts", ""],
  ["package-lock.json", "{ }"],
])("code: another %s is another program", (file, text) => {
  const before = codeOf(root);
  write(file, text);
  expect(codeOf(root)).not.toBe(before);
});

test("code: of some places only they count, a file among them", () => {
  write("harness/bench/races.ts", "races();");
  const places = ["src", "harness/bench/races.ts"];
  const before = codeOf(root, places);
  write("harness/bench/report.ts", "report();");
  expect(codeOf(root, places)).toBe(before);
  write("harness/bench/races.ts", "races(1);");
  expect(codeOf(root, places)).not.toBe(before);
});
