import { expect, test } from "vitest";
import { parseSpec } from "./parse.ts";
import { patienceMsOf } from "./waits.ts";

test.each([
  ["SELECT 1;", 0],
  ["SET deadlock_timeout = '10ms';", 0],
  ["SELECT pg_cancel_backend(7);", 2000],
  ["SELECT pg_terminate_backend(7);", 2000],
  ["SET lock_timeout = '10ms';", 20_000],
  ["SET statement_timeout = '10ms'; SELECT pg_cancel_backend(7);", 20_000],
])("patience: a spec with %j waits %i ms for what may come from outside", (sql, ms) => {
  expect(patienceMsOf(parseSpec(`session s1 step a { ${sql} }`, "t.spec"))).toBe(ms);
  expect(patienceMsOf(parseSpec(`session s1 setup { ${sql} } step a { }`, "t.spec"))).toBe(ms);
});
