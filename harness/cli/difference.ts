/** Where two runs of one experiment at one seed part ways: nowhere, when the lab keeps its promise. */
import { isDeepStrictEqual } from "node:util";
import type { ExperimentResult, Trace } from "../verdict/result.ts";

/** One sentence about the first difference; undefined when there is none. Source lines are shown, not compared. */
export function difference(first: ExperimentResult, later: ExperimentResult): string | undefined {
  return (
    traceDifference("story", first.trace, later.trace) ??
    traceDifference("control", first.controlTrace, later.controlTrace) ??
    partDifference(first, later)
  );
}

/** @param name of what both are runs. */
export function traceDifference(name: string, first: Trace | undefined, later: Trace | undefined): string | undefined {
  if (first?.sha256 === later?.sha256) return undefined;
  const [before, after] = [first?.steps ?? [], later?.steps ?? []];
  const count = Math.max(before.length, after.length);
  for (let index = 0; index < count; index++) {
    const [was, is] = [before[index]?.text, after[index]?.text];
    if (was !== is) return `decision ${index + 1} of the ${name}: first ${shown(was)}, later ${shown(is)}`;
  }
  return `the ${name}'s hash differs and none of its ${count} decisions does`;
}

function shown(text: string | undefined): string {
  return text === undefined ? "the run had ended" : `"${text}"`;
}

/** The decisions were the same and the books were not: state leaks from one run into the next. */
function partDifference(first: ExperimentResult, later: ExperimentResult): string | undefined {
  for (const part of ["verdict", "findings", "lines", "warnings"] as const) {
    if (isDeepStrictEqual(first[part], later[part])) continue;
    return `the same decisions, yet other ${part}: first ${brief(first[part])}, later ${brief(later[part])}`;
  }
  return undefined;
}

function brief(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= 300 ? text : `${text.slice(0, 300)}…`;
}
