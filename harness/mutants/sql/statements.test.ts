import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { statementsOf } from "./statements.ts";

test("statements: each literal that is one, with its line", () => {
  const source = 'const a = "SELECT 1";\nconst b = `UPDATE t\n SET a = 1`;\nconst c = "UPDATED";\n';
  expect(statementsOf("a.ts", source)).toEqual([
    { file: "a.ts", line: 1, text: "SELECT 1" },
    { file: "a.ts", line: 2, text: "UPDATE t\n SET a = 1" },
  ]);
});

test("statements: one that something is pasted into is refused", () => {
  expect(() => statementsOf("a.ts", "\nconst a = `SELECT 1 ${more}`;")).toThrow(
    "a.ts:2: something is pasted into this SQL",
  );
});

test("statements: nothing is pasted into any of the system's", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const all = files.flatMap((file) => statementsOf(file, readFileSync(`src/${file}`, "utf8")));
  expect(all.filter(({ text }) => text.includes("expires_at > db_now()"))).toHaveLength(1);
});
