import { expect, test } from "vitest";
import { LabError } from "../verdict/failure.ts";
import { parseSpec } from "./parse.ts";

test("spec: setups, sessions, steps, teardowns and permutations are read as they stand", () => {
  const spec = parseSpec(
    `# A comment with { and "
setup { CREATE TABLE t (); }
setup
{
  SELECT 1;   
}
teardown { DROP TABLE t; }
session s1
setup { BEGIN; }
step a { SELECT '"'; }
step "b ""c""" {SELECT 2}
teardown { COMMIT; }
session "s 2"
step d$1 { SELECT 3; }
permutation a "b ""c""" d$1
permutation a(*) d$1(a, "b ""c""" notices 2) "b ""c"""`,
    "t.spec",
  );
  expect(spec.setups).toEqual(["CREATE TABLE t ();", "\n  SELECT 1;   \n"]);
  expect(spec.teardown).toBe("DROP TABLE t;");
  const [a, b] = spec.sessions[0]!.steps;
  const [d] = spec.sessions[1]!.steps;
  expect(spec.sessions).toEqual([
    { name: "s1", setup: "BEGIN;", teardown: "COMMIT;", steps: [a, b] },
    { name: "s 2", setup: undefined, teardown: undefined, steps: [d] },
  ]);
  expect([a, b, d]).toEqual([
    { name: "a", sql: `SELECT '"';`, session: 0 },
    { name: 'b "c"', sql: "SELECT 2", session: 0 },
    { name: "d$1", sql: "SELECT 3;", session: 1 },
  ]);
  expect(spec.permutations[1]).toEqual([
    { step: a, blockers: [{ kind: "once" }] },
    {
      step: d,
      blockers: [
        { kind: "step", step: a },
        { kind: "notices", step: b, count: 2 },
      ],
    },
    { step: b, blockers: [] },
  ]);
});

test.each([
  ["", "t.spec:1", 'Expected "session", found the end of the file.'],
  ["session s1\nsetup { BEGIN; }", "t.spec:2", 'Expected "step", found the end of the file.'],
  ["session s1\nstep a SELECT", "t.spec:2", 'Expected a block of SQL in braces, found "SELECT".'],
  ["session s1\nstep step { }", "t.spec:2", 'Expected a name, found "step".'],
  ["session s1\nstep a { SELECT\n1;", "t.spec:2", "A block of SQL does not end; expected a closing brace."],
  ["session s1\nstep a { \n }\nstep a { }", "t.spec:4", 'A second step is named "a".'],
  ['session "s1\nstep a { }', "t.spec:1", "A quoted name does not end on its line; expected a closing quote."],
  ["session s1\nstep a { }\npermutation a\nb", "t.spec:4", 'The permutation names a step "b" that no session has.'],
  ["session s1\nstep a { }\npermutation a(*", "t.spec:3", 'Expected ")", found the end of the file.'],
  ["session s1\nstep a { } step b { }\npermutation a(b) b", "t.spec:3", '"a" cannot wait for its own session.'],
  ["session s1\nstep a { } session s2 step b { }\npermutation\na(b)", "t.spec:4", '"a" is to wait for a step "b"'],
  ["session s1\nstep a { }\n;", "t.spec:3", 'The character ";" begins no word'],
  ["session s1\nstep a { }\nsetup { }", "t.spec:3", 'Expected "session", "permutation" or the end of the file'],
])("spec: %j is refused with its line", (text, what, why) => {
  const attempt = (): unknown => parseSpec(text, "t.spec");
  expect(attempt).toThrow(LabError);
  expect(attempt).toThrow(`${what} is no isolation spec.`);
  expect(attempt).toThrow(why);
});
