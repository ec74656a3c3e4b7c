/** How it is said why some mutants of a file are not noticed. */
import type { Explanation } from "../../../harness/mutants/explanation.ts";

/** The line that is changed, how, and what it becomes. */
type Change = readonly [lineText: string, operator: string, becomes: string];

/** Nobody can tell them from the system. */
export function equivalent(file: string, because: string, changes: readonly Change[]): readonly Explanation[] {
  return explained(true, file, because, changes);
}

/** They could be told, and the lab does not tell them. */
export function missed(file: string, because: string, changes: readonly Change[]): readonly Explanation[] {
  return explained(false, file, because, changes);
}

function explained(
  equivalent: boolean,
  file: string,
  because: string,
  changes: readonly Change[],
): readonly Explanation[] {
  return changes.map(([lineText, operator, becomes]) => ({ file, lineText, operator, becomes, equivalent, because }));
}
