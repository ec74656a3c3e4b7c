import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fragmentsOf, statementsOf } from "./statements.ts";

const read = (source: string) => statementsOf("a.ts", source).map(({ file, line, text }) => ({ file, line, text }));

test("statements: each literal that is one, with its line", () => {
  const source = 'const a = "SELECT 1";\nconst b = `UPDATE t\n SET "a" = 1`;\nconst c = "UPDATED";\n';
  expect(read(source)).toEqual([
    { file: "a.ts", line: 1, text: "SELECT 1" },
    { file: "a.ts", line: 2, text: 'UPDATE t\n SET "a" = 1' },
  ]);
});

test("statements: a constant that is pasted in is part of it, and stands where it is pasted", () => {
  const source = "const one = `a\n  AND b`;\nconst q = `SELECT 1\n WHERE ${one}\n AND c`;\n";
  const [statement] = statementsOf("a.ts", source);
  expect(statement?.text).toBe("SELECT 1\n WHERE a\n  AND b\n AND c");
  const lines = ["SELECT", "a\n", "b", "c"].map((word) => statement?.lineOf(statement.text.indexOf(word)));
  expect(lines).toEqual([3, 4, 4, 5]);
});

test("statements: one that anything else is pasted into is refused", () => {
  expect(() => statementsOf("a.ts", "\nconst a = `SELECT 1 ${more}`;")).toThrow(
    "a.ts:2: something is pasted into this SQL",
  );
});

test("statements: nothing but constants is pasted into any of the system's", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const sources = files.map((file) => ({ file, source: readFileSync(`src/${file}`, "utf8") }));
  const fragments = new Map(sources.flatMap(({ source }) => fragmentsOf(source)));
  const all = sources.flatMap(({ file, source }) => statementsOf(file, source, fragments));
  expect(all.filter(({ text }) => text.includes("AND expires_at > db_now()"))).toHaveLength(1);
});
