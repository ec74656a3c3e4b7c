/** Hand-made grids for tests: a flow that holds, one that does not, and a control. */
import type { GridCell, GridFault, GridFlow } from "../verdict/grid.ts";

export const gridFaults: readonly GridFault[] = [
  { name: "kill-before", head: ["SIGKILL", "before"] },
  { name: "kill-after", head: ["SIGKILL", "after"] },
  { name: "sql-reply", head: ["SQL reply", "lost"] },
];

const held = (fault: string): GridCell => ({ fault, verdict: "holds", about: [] });
const says = 'SIGKILL after "CANCELLED written", then SIGKILL before "begun" of relay';

export const heldFlow: GridFlow = {
  name: "cancel",
  says: "an order is cancelled",
  host: "orders-1",
  unstruck: { verdict: "holds", about: [] },
  rows: [
    { words: "request taken in", cells: [held("kill-before"), held("kill-after")], because: "a request: no SQL" },
    { words: "CANCELLED written", cells: gridFaults.map(({ name }) => held(name)), because: "" },
  ],
  seconds: [{ says, verdict: "holds", about: [] }],
  runs: 7,
  sha256: "a".repeat(64),
  seen: {},
};

const broken: readonly GridCell[] = [
  held("kill-before"),
  {
    fault: "kill-after",
    verdict: "breaks",
    about: ["left open: 1 × open transaction", "everything once more changed the ledger"],
  },
  { fault: "sql-reply", verdict: "unknown", about: ["it never fell: SQL reply lost"] },
];

export const brokenFlow: GridFlow = {
  ...heldFlow,
  rows: [heldFlow.rows[0]!, { words: "CANCELLED written", cells: broken, because: "" }],
  seconds: [{ says, verdict: "breaks", about: ["left open: 1 × open transaction"] }],
};

export const controlFlow: GridFlow = { ...brokenFlow, name: "control-cancel", wrong: "nobody looks", seconds: [] };
