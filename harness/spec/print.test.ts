import { expect, test } from "vitest";
import { resultText } from "./print.ts";

test("result: numbers stand on the right, all else on the left, and widths are counted in bytes", () => {
  const rows = [
    ["1", "näh", null],
    ["-12.5e3", "a", ""],
  ];
  expect(resultText({ columns: ["n", "word", "none"], rows })).toBe(
    "      n|word|none\n-------+----+----\n      1|näh|    \n-12.5e3|a   |    \n(2 rows)\n\n",
  );
});

test.each(["e1", "E", "1-", "1e", "0x1", "t"])("result: %s is no number", (value) => {
  expect(resultText({ columns: ["column"], rows: [[value]] })).toContain(`\n${value} `);
});

test("result: an empty table has its header, and one without columns is not shown", () => {
  expect(resultText({ columns: ["a", "b"], rows: [] })).toBe("a|b\n-+-\n(0 rows)\n\n");
  expect(resultText({ columns: [], rows: [[]] })).toBe("");
});
