import { expect, test } from "vitest";
import { applied, changesOf } from "./operators.ts";

function mutants(sql: string, operator?: string): readonly string[] {
  const changes = changesOf(sql).filter((change) => operator === undefined || change.operator === operator);
  return changes.map((change) => applied(sql, change).replace(/\s+/g, " ").trim());
}

test("conditions: each term of AND, each alternative of OR, also inside parentheses, and none twice", () => {
  expect(mutants("SELECT a FROM t WHERE a AND (b OR (c AND d)) ORDER BY a", "a condition dropped")).toEqual([
    "SELECT a FROM t WHERE (a OR TRUE) AND (b OR (c AND d)) ORDER BY a",
    "SELECT a FROM t WHERE a AND ((b OR (c AND d)) OR TRUE) ORDER BY a",
    "SELECT a FROM t WHERE a AND (b OR ((c OR TRUE) AND d)) ORDER BY a",
    "SELECT a FROM t WHERE a AND (b OR (c AND (d OR TRUE))) ORDER BY a",
  ]);
  expect(mutants("SELECT a FROM t WHERE b OR c", "an alternative dropped")).toEqual([
    "SELECT a FROM t WHERE (b AND FALSE) OR c",
    "SELECT a FROM t WHERE b OR (c AND FALSE)",
  ]);
});

test("comparisons are turned to both sides; one of a nested SELECT belongs to its own condition", () => {
  expect(mutants("SELECT 1 FROM t WHERE a <= (SELECT b FROM u WHERE c = 1)", "a comparison turned")).toEqual([
    "SELECT 1 FROM t WHERE a < (SELECT b FROM u WHERE c = 1)",
    "SELECT 1 FROM t WHERE a > (SELECT b FROM u WHERE c = 1)",
    "SELECT 1 FROM t WHERE a <= (SELECT b FROM u WHERE c <> 1)",
  ]);
  expect(mutants("SELECT 1 FROM t WHERE a IS NULL", "a comparison turned")).toEqual([
    "SELECT 1 FROM t WHERE a IS NOT NULL",
  ]);
});

test("words within quotes are no clauses", () => {
  expect(mutants("SELECT 'WHERE a = b' FROM t")).toEqual([]);
});

test("clauses are left out, whole and in part", () => {
  expect(mutants("SELECT a FROM t ORDER BY a, b LIMIT $1 FOR UPDATE SKIP LOCKED")).toEqual([
    "SELECT a FROM t LIMIT $1 FOR UPDATE SKIP LOCKED",
    "SELECT a FROM t ORDER BY a, b LIMIT $1 + 1000000 FOR UPDATE SKIP LOCKED",
    "SELECT a FROM t ORDER BY a, b LIMIT $1",
    "SELECT a FROM t ORDER BY a, b LIMIT $1 FOR UPDATE",
  ]);
  expect(mutants("INSERT INTO t (a) VALUES (1) ON CONFLICT (a) DO NOTHING RETURNING a")).toEqual([
    "INSERT INTO t (a) VALUES (1) RETURNING a",
  ]);
});

test("a value that is kept keeps its parameters, and names the table where two could be meant", () => {
  expect(mutants("UPDATE t SET a = $1, b = b + 1 WHERE c", "a value kept")).toEqual([
    "UPDATE t SET a = CASE WHEN TRUE THEN a ELSE $1 END, b = b + 1 WHERE c",
    "UPDATE t SET a = $1, b = CASE WHEN TRUE THEN b ELSE b + 1 END WHERE c",
  ]);
  expect(mutants("INSERT INTO t (a) VALUES (1) ON CONFLICT (a) DO UPDATE SET a = EXCLUDED.a", "a value kept")).toEqual([
    "INSERT INTO t (a) VALUES (1) ON CONFLICT (a) DO UPDATE SET a = CASE WHEN TRUE THEN t.a ELSE EXCLUDED.a END",
  ]);
});

test("an item of a list is left out where there are several, and a sign is turned", () => {
  expect(mutants("SELECT a + 1 FROM t WHERE a IN ('x', 'y')")).toEqual([
    "SELECT a - 1 FROM t WHERE a IN ('x', 'y')",
    "SELECT a + 1 FROM t WHERE (a IN ('x', 'y') OR TRUE)",
    "SELECT a + 1 FROM t WHERE a IN ('y')",
    "SELECT a + 1 FROM t WHERE a IN ('x')",
  ]);
});
