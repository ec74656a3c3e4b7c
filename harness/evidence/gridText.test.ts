import { describe, expect, it } from "vitest";
import { brokenFlow, controlFlow, gridFaults, heldFlow } from "./gridSample.ts";
import { renderFlow, renderGrid, renderTotals } from "./gridText.ts";
import { plainWay } from "./run.ts";

const look = { seed: 29, faults: gridFaults, way: plainWay };

describe("the crash grid as text", () => {
  it("shows a flow as a table: a row a decision, a column a fault, and once a row why a fault has no meaning", () => {
    expect(renderFlow(heldFlow, look).join("\n")).toBe(`cancel   an order is cancelled   (faults strike orders-1)
                       SIGKILL           SQL reply
                       before   after    lost
 1  request taken in   held     held     -          a request: no SQL
 2  CANCELLED written  held     held     held
  twice  held     SIGKILL after "CANCELLED written", then SIGKILL before "begun" of relay
  traces of 7 runs   sha256 ${"a".repeat(64)}`);
  });

  it("tells what broke, and the command that shows it again", () => {
    const told = renderFlow(brokenFlow, { ...look, way: { command: "./run.sh", options: " --postgres 17" } }).join(
      "\n",
    );
    expect(told).toContain(" 2  CANCELLED written  held     BROKE    unknown");
    expect(told).toContain(`
  ./run.sh crash cancel --point 2 --fault kill-after --seed 29 --postgres 17 --trace
      left open: 1 × open transaction
      everything once more changed the ledger
  ./run.sh crash cancel --point 2 --fault sql-reply --seed 29 --postgres 17 --trace
      it never fell: SQL reply lost`);
    expect(told).toContain("  twice  BROKE    SIGKILL after");
  });

  it("strikes nothing in a flow that does not hold without any fault, and says so", () => {
    const unstruck = { verdict: "breaks", about: ["left open: 1 × open transaction"] } as const;
    expect(renderFlow({ ...heldFlow, unstruck, rows: [], seconds: [] }, look).slice(1)).toEqual([
      "  without any fault it does not hold",
      "      left open: 1 × open transaction",
    ]);
  });

  it("says of a flow that could not be told without any fault that it is unknown", () => {
    const unstruck = { verdict: "unknown", about: ["no order was there to be judged"] } as const;
    expect(renderFlow({ ...heldFlow, unstruck, rows: [], seconds: [] }, look).slice(1)).toEqual([
      "  not struck: whether it holds without any fault is unknown",
      "      no order was there to be judged",
    ]);
  });

  it("adds up column by column, controls apart", () => {
    expect(renderTotals([heldFlow, brokenFlow, controlFlow], gridFaults).join("\n"))
      .toBe(`all flows   (controls are not counted)
             SIGKILL           SQL reply
             before   after    lost
    held     4        3        1
    BROKE    0        1        0
    unknown  0        0        1
    -        0        0        2

GRID flows=2 not_struck=0 cells=10 held=8 broke=1 unknown=1 does_not_apply=2 twice=2 twice_held=1 controls=1 controls_broke=1`);
  });

  it("is one page: how a cell comes about, the flows, the totals", () => {
    const page = renderGrid([heldFlow, controlFlow], {
      seed: 29,
      faults: gridFaults,
      canHappen: {},
      method: ["A row is a decision."],
    });
    expect(page).toMatch(/^holdfast crash grid {3}seed 29 {3}2 flows\n\nA row is a decision\.\n\ncancel /);
    expect(page).toContain("control-cancel   an order is cancelled; control: nobody looks   (faults strike orders-1)");
    expect(page).toMatch(/GRID flows=1 not_struck=0 cells=5 .*\n$/);
  });
});
