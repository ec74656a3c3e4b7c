import { expect, test } from "vitest";
import { table } from "./lines.ts";

test("table: columns are as wide as their widest cell, and no line ends in spaces", () => {
  const rows = [
    ["step", "left", "answer"],
    ["A asks", 1, ""],
    ["B", 10, "no"],
  ];
  expect(table(rows)).toEqual(["step     left   answer", "A asks   1", "B        10     no"]);
});

test("table: without rows there is no line", () => {
  expect(table([])).toEqual([]);
});
