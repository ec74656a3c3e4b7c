import { expect, test } from "vitest";
import { Trace } from "../kernel/trace.ts";
import { parseSpec } from "../spec/parse.ts";
import { specText } from "../spec/text.ts";
import { specOf, withValues } from "./spec.ts";
import type { Asked, SqlStory } from "./story.ts";

const story: SqlStory = {
  ...{ name: "t", title: "t", says: "t", sessions: [], question: "SELECT n FROM t", amiss: () => [] },
  schema: { setup: ["CREATE TABLE t (n int)"], tables: ["t"], sequences: [], initial: ["INSERT INTO t VALUES (1)"] },
};

function written(sessions: readonly (readonly string[])[], decisions: readonly string[]): string {
  const trace = new Trace();
  for (const text of decisions) trace.append(`0 ${text}`);
  const asked = sessions.map((texts) => texts.map((text): Asked => ({ text, values: [7], rows: [] })));
  const course = { sessions: asked, left: [] };
  const { spec } = specOf(story, { course, trace });
  const text = specText(spec, spec.permutations);
  parseSpec(text, "t.spec");
  return text;
}

test("spec: statements become steps in the order of their decisions; waking is none", () => {
  const text = written(
    [
      ["BEGIN ISOLATION LEVEL serializable", "UPDATE t SET n = $1", "COMMIT"],
      ["UPDATE t SET n = 3", "BEGIN", "COMMIT", "BEGIN", "SELECT 1", "ROLLBACK"],
    ],
    [
      "session-1 works: begins",
      "session-1 works: BEGIN; UPDATE t SET n = $1 [7] -> UPDATE 1",
      "session-2 works: begins",
      "session-2 works: UPDATE t SET n = 3 (autocommit) -> waits for a lock",
      "session-1 works: COMMIT -> COMMIT 0",
      "session-2 works: its lock is granted -> executed",
      "session-2 works: commits -> UPDATE 1",
      "session-2 works: BEGIN; SELECT 1 -> SELECT 1",
      "session-2 works: ROLLBACK -> ROLLBACK 0",
    ],
  );
  expect(text).toBe(`setup { CREATE TABLE t (n int);
  INSERT INTO t VALUES (1); }
teardown { DROP TABLE t; }

session s1
setup { BEGIN ISOLATION LEVEL serializable; }
step s1_1 { UPDATE t SET n = 7; }
step s1_2 { COMMIT; }

session s2
step s2_1 { BEGIN; UPDATE t SET n = 3; }
step s2_2 { COMMIT; }
step s2_3 { BEGIN; SELECT 1; }
step s2_4 { ROLLBACK; }

session check
step check { SELECT n FROM t; }

permutation s1_1 s2_1 s1_2 s2_2 s2_3 s2_4 check
`);
});

test("spec: a statement that commits in the same breath is one step, and one with something between is two", () => {
  const sessions = [["UPDATE t SET n = 2", "UPDATE t SET n = 3"], ["SELECT 1"]];
  const text = written(sessions, [
    "session-1 works: UPDATE t SET n = 2 (autocommit) -> executed",
    "session-1 works: commits -> UPDATE 1",
    "session-1 works: UPDATE t SET n = 3 (autocommit) -> executed",
    "session-2 works: SELECT 1 (autocommit) -> executed",
    "session-2 works: commits -> SELECT 1",
    "session-1 works: commits -> UPDATE 1",
  ]);
  expect(text).toContain(
    "step s1_1 { UPDATE t SET n = 2; }\nstep s1_2 { BEGIN; UPDATE t SET n = 3; }\nstep s1_3 { COMMIT; }\n",
  );
  expect(text).toContain("permutation s1_1 s1_2 s2_1 s1_3 check\n");
});

test("spec: values are written as literals", () => {
  const values = [1, "it's", null, true, { a: "b" }, 10n, undefined, new Date(0), 2, 11];
  expect(withValues({ text: "$1 $2 $3 $4 $5 $6 $7 $8 $10", values })).toBe(
    `1 'it''s' NULL true E'{"a":"b"\\x7d' 10 NULL '1970-01-01T00:00:00.000Z' 11`,
  );
});

test("spec: a closing brace in a statement is refused, since a block would end there", () => {
  expect(() => written([["SELECT '}'"]], ["session-1 works: SELECT '}' -> SELECT 1"])).toThrow(
    "Bind the value that holds it",
  );
});
