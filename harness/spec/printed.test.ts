import { expect, test } from "vitest";
import { answersOf } from "./printed.ts";

test("printed: rows and errors of each step are read, of one that waited when it is done", () => {
  const text = `Parsed test spec with 2 sessions

starting permutation: s1_1 s2_1 s1_2 s2_2
step s1_1: BEGIN; SELECT id, value FROM test;
id|value
--+-----
 1|   10
 2|   20
(2 rows)

step s2_1: UPDATE test SET value = 3; <waiting ...>
step s1_2: COMMIT;
step s2_1: <... completed>
ERROR:  could not serialize access due to concurrent update
step s2_2: SELECT id FROM test WHERE false;
id
--
(0 rows)

`;
  expect([...answersOf(text)]).toEqual([
    [
      "s1_1",
      {
        error: undefined,
        rows: [
          { id: "1", value: "10" },
          { id: "2", value: "20" },
        ],
      },
    ],
    ["s1_2", { rows: [], error: undefined }],
    ["s2_1", { rows: [], error: "ERROR:  could not serialize access due to concurrent update" }],
    ["s2_2", { rows: [], error: undefined }],
  ]);
});
