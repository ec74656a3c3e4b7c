import { expect, test } from "vitest";
import { describe, summary } from "./wording.ts";

test("values and rows: as JSON, and a bigint as a number with its n", () => {
  const statement = { text: "SELECT  $1,\n  $2", begin: undefined, auto: false };
  expect(describe({ ...statement, values: [1, "a"] })).toBe('SELECT $1, $2 [1,"a"]');
  expect(describe({ ...statement, values: [1n, "a"] })).toBe('SELECT $1, $2 ["1n","a"]');
  expect(summary({ command: "SELECT", rowCount: 1, rows: [{ id: 12n }] })).toBe('SELECT 1 [{"id":"12n"}]');
});
