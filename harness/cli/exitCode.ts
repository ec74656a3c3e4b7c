/** The exit codes, one meaning each. */
import type { Verdict } from "../verdict/result.ts";

export const exitCodes = { holds: 0, breaks: 1, wrongUse: 2, unknown: 3, interrupted: 130, nobodyReads: 141 } as const;

export const exitCodeTable = `
Exit codes:
  0    all hold
  1    a claim broke, or a run could not be repeated
  2    wrong use: an unknown experiment, a bad option, an unusable server
  3    unknown: something could not be told; never counted as a pass
  130  interrupted (143 by SIGTERM); what was found so far is printed
  141  whoever read the output went away (| head)`;

export function exitCodeOf(verdict: Verdict): number {
  return exitCodes[verdict];
}
