/**
 * Decisions as a table with a column for each actor, so that one sees who acts when. An actor is a host; where several tasks
 * of a host are at work at the same time, each of them has a column of its own.
 */

import { table } from "../cli/table.ts";
import type { Exploration } from "../verdict/exploration.ts";
import type { Step } from "../verdict/result.ts";

/** A decision's text begins with the virtual time and the host; what is said of both hosts of a message stands with the one
 * that receives it. */
const decision = /^(\d+) (\S+) (.*)$/;
const width = 160;
const cellMax = 56;
/** The lab's own task, which only waits for the others. */
const own = "story";

export interface Shown {
  /** The first decision, counted from 1. */
  readonly from: number;
  readonly steps: readonly Step[];
}

interface Row {
  readonly nth: number;
  readonly at: string;
  readonly host: string;
  readonly rest: string;
  readonly task: string | undefined;
}

/** A row a decision, in order; the first columns are its number and the virtual time. */
export function inColumns({ from, steps }: Shown): string {
  const all = steps.map(({ text, task }, nth): Row => {
    const [, at = "", host = "", rest = text] = decision.exec(text) ?? [];
    return { nth: from + nth, at, host, rest, task };
  });
  const rows = all.filter(({ host }) => host !== own);
  const lanes = lanesOf(rows);
  const hosts = [...new Set(rows.map(({ host }) => host))];
  const columns = hosts.flatMap((host) => {
    const count = Math.max(...rows.filter((row) => row.host === host).map((row) => laneOf(row, lanes) + 1));
    return Array.from({ length: count }, (_, lane) => ({ host, lane }));
  });
  return table(
    ["", "ms", ...columns.map(({ host }) => host)],
    rows.map((row) => {
      const here = ({ host, lane }: (typeof columns)[number]) => host === row.host && lane === laneOf(row, lanes);
      return [row.nth, row.at, ...columns.map((column) => (here(column) ? clip(row.rest) : ""))];
    }),
    ["right", "right"],
    width,
  );
}

/** Each task's column among those of its host: the first in which no other is at work between its first and its last row. */
function lanesOf(rows: readonly Row[]): ReadonlyMap<string, number> {
  const last = new Map<string, number>();
  for (const { task, nth } of rows) if (task !== undefined) last.set(task, nth);
  const lanes = new Map<string, number>();
  /** Of each host: up to which row each of its columns is taken. */
  const taken = new Map<string, number[]>();
  for (const { task, nth, host } of rows) {
    if (task === undefined || lanes.has(task)) continue;
    const ends = taken.get(host) ?? [];
    const free = ends.findIndex((end) => end < nth);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = last.get(task) ?? nth;
    taken.set(host, ends);
    lanes.set(task, lane);
  }
  return lanes;
}

/** What nobody goes on by stands in the host's first column. */
function laneOf({ task }: Row, lanes: ReadonlyMap<string, number>): number {
  return (task === undefined ? undefined : lanes.get(task)) ?? 0;
}

/** The decisions while both happen. */
export function inColumnsOf({ trace, span }: Pick<Exploration, "trace" | "span">): readonly string[] {
  const steps = trace?.steps ?? [];
  const { from, to } = span ?? { from: 0, to: steps.length };
  return inColumns({ from: from + 1, steps: steps.slice(from, to) })
    .trimEnd()
    .split("\n");
}

function clip(text: string): string {
  return text.length <= cellMax ? text : `${text.slice(0, cellMax - 1)}…`;
}
