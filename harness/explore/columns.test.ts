import { expect, test } from "vitest";
import { inColumns } from "./columns.ts";

test("each actor has a column, and the rows are in order", () => {
  const shown = inColumns({ from: 7, texts: ["0 orders-1 pay: COMMIT -> COMMIT 0", "300 sweeper works: begins"] });
  const rows = shown.split("\n").filter((line) => line.startsWith("│"));
  expect(rows.map((row) => row.split("│").map((cell) => cell.trim()))).toEqual([
    ["", "", "ms", "orders-1", "sweeper", ""],
    ["", "7", "0", "pay: COMMIT -> COMMIT 0", "", ""],
    ["", "8", "300", "", "works: begins", ""],
  ]);
});
