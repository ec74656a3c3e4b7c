import { expect, test } from "vitest";
import type { Step } from "../verdict/result.ts";
import { inColumns } from "./columns.ts";

function cells(steps: readonly Step[]): readonly (readonly string[])[] {
  const rows = inColumns({ from: 7, steps })
    .split("\n")
    .filter((line) => line.startsWith("│"));
  return rows.map((row) =>
    row
      .split("│")
      .slice(2, -1)
      .map((cell) => cell.trim()),
  );
}

test("each host has a column, and the rows are in order", () => {
  const steps = [{ text: "0 orders-1 pay: COMMIT -> COMMIT 0" }, { text: "300 sweeper works: begins" }];
  expect(cells(steps)).toEqual([
    ["ms", "orders-1", "sweeper"],
    ["0", "pay: COMMIT -> COMMIT 0", ""],
    ["300", "", "works: begins"],
  ]);
});

test("two requests at once on one host have two columns; one that comes after them has the first again", () => {
  const [pay, cancel, look] = [{ task: "orders-1 pay" }, { task: "orders-1 cancel" }, { task: "orders-1 look" }];
  const steps = [
    { text: "0 orders-1 receives pay from buyer", ...pay },
    { text: "0 orders-1 receives cancel from buyer", ...cancel },
    { text: "0 orders-1 pay: COMMIT", ...pay },
    { text: "0 orders-1 receives the reply to charge", ...pay },
    { text: "0 orders-1 cancel: COMMIT", ...cancel },
    { text: "0 orders-1 killed" },
    { text: "0 orders-1 receives look from buyer", ...look },
    { text: "0 story C29-01: goes on", task: "story C29-01" },
  ];
  expect(cells(steps)).toEqual([
    ["ms", "orders-1", "orders-1"],
    ["0", "receives pay from buyer", ""],
    ["0", "", "receives cancel from buyer"],
    ["0", "pay: COMMIT", ""],
    ["0", "receives the reply to charge", ""],
    ["0", "", "cancel: COMMIT"],
    ["0", "killed", ""],
    ["0", "receives look from buyer", ""],
  ]);
});
