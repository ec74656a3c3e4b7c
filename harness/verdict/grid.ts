/** What a crash grid found, as plain data: what its table, its command and its workers hand on. */

import type { Seen } from "./happened.ts";
import { worst, type Trace, type Verdict } from "./result.ts";

/** A column: one kind of fault, struck at the decision of a row. */
export interface GridFault {
  /** As it is typed: `kill-after`. */
  readonly name: string;
  /** The column's head, in two lines. */
  readonly head: readonly [string, string];
}

/** A flow as it can be named without running it. */
export interface FlowCard {
  readonly name: string;
  /** What happens in it, a sentence. */
  readonly says: string;
}

/** What one run with its faults is worth, and why it does not hold, one sentence each. */
export interface GridVerdict {
  readonly verdict: Verdict;
  readonly about: readonly string[];
}

/** One run with one fault at one decision. */
export interface GridCell extends GridVerdict {
  readonly fault: string;
}

/** One decision of a flow. */
export interface GridRow {
  /** How things stand right after it: "charge answered, nothing recorded". */
  readonly words: string;
  /** Faults that have a meaning there, in the order of the columns. */
  readonly cells: readonly GridCell[];
  /** Why the others have none; empty when all have one. */
  readonly because: string;
}

/** A second fault in the recovery from the first. */
export interface SecondCrash extends GridVerdict {
  /** Which faults, and where they struck. */
  readonly says: string;
}

export interface GridFlow extends FlowCard {
  /** The process at whose decisions the faults strike. */
  readonly host: string;
  /** The same flow without any fault; when that does not hold, nothing was struck. */
  readonly unstruck: GridVerdict;
  /** What is wrong in it, when it is a control: then some cell has to break. */
  readonly wrong?: string;
  readonly rows: readonly GridRow[];
  readonly seconds: readonly SecondCrash[];
  /** Of all its runs, the unstruck one included: how many, and SHA-256 over the hashes of their traces, hex. */
  readonly runs: number;
  readonly sha256: string;
  /** What happened in them. */
  readonly seen: Seen;
}

/** One cell with every decision of its run. */
export interface ShownCell extends GridCell {
  readonly words: string;
  readonly trace: Trace;
}

/** What a flow's grid is worth: the worst of it. A control holds when some cell broke. */
export function gridVerdict({ unstruck, rows, seconds, wrong }: GridFlow): Verdict {
  const cells = rows.flatMap((row) => row.cells.map(({ verdict }) => verdict));
  if (wrong === undefined) return worst([unstruck.verdict, ...cells, ...seconds.map(({ verdict }) => verdict)]);
  if (unstruck.verdict !== "holds") return "unknown";
  return cells.includes("breaks") ? "holds" : "breaks";
}
