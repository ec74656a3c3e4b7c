/** Decisions as a table with a column for each actor, so that one sees who acts when. */

import { table } from "../cli/table.ts";
import type { Exploration } from "../verdict/exploration.ts";

/** A decision's text begins with the virtual time and the host, which is the actor; what is said of both hosts of a message
 * stands with the one that receives it. */
const decision = /^(\d+) (\S+) (.*)$/;
const width = 160;
const cellMax = 56;
/** The lab's own task, which only waits for the others. */
const own = "story";

export interface Shown {
  /** The first decision, counted from 1. */
  readonly from: number;
  readonly texts: readonly string[];
}

/** A row a decision, in order; the first columns are its number and the virtual time. */
export function inColumns({ from, texts }: Shown): string {
  const all = texts.map((text, nth) => {
    const [, at = "", actor = "", rest = text] = decision.exec(text) ?? [];
    return { nth: from + nth, at, actor, rest };
  });
  const rows = all.filter(({ actor }) => actor !== own);
  const actors = [...new Set(rows.map(({ actor }) => actor))];
  return table(
    ["", "ms", ...actors],
    rows.map(({ nth, at, actor, rest }) => [nth, at, ...actors.map((one) => (one === actor ? clip(rest) : ""))]),
    ["right", "right"],
    width,
  );
}

/** The decisions while both happen, a column an actor. */
export function inColumnsOf({ trace, span }: Pick<Exploration, "trace" | "span">): readonly string[] {
  const texts = (trace?.steps ?? []).map(({ text }) => text);
  const { from, to } = span ?? { from: 0, to: texts.length };
  return inColumns({ from: from + 1, texts: texts.slice(from, to) })
    .trimEnd()
    .split("\n");
}

function clip(text: string): string {
  return text.length <= cellMax ? text : `${text.slice(0, cellMax - 1)}…`;
}
