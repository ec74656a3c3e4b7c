/** A violation, made smaller and confirmed, as a file to run again; and the lines that show it. */

import { join } from "node:path";
import { writePage } from "../evidence/files.ts";
import { plural, type Way } from "../evidence/run.ts";
import { inColumnsOf } from "../explore/columns.ts";
import { failureName, writeFailure } from "../explore/failureFile.ts";
import { confirmations, isControl, type Exploration } from "../verdict/exploration.ts";
import { LabError } from "../verdict/failure.ts";
import type { Progress } from "./progress.ts";
import type { LabUse } from "./session.ts";

export interface Keeping {
  readonly seed: number;
  readonly way: Way;
  /** Of the checkout; the file goes to `failures/` there. */
  readonly root: string;
  readonly progress: Progress;
}

export interface Kept {
  /** In how many of the runs that confirm it the same came out. */
  readonly confirmed: number;
  readonly lines: readonly string[];
  readonly file: { readonly name: string; readonly text: string };
}

/** Undefined when nothing was found. A schedule that is shown again is kept already. */
export async function keepFailure(
  { reduce }: LabUse,
  found: Exploration,
  { seed, way, root, progress }: Keeping,
): Promise<Kept | undefined> {
  const violation = found.first ?? found.faulted?.first;
  if (violation === undefined || found.manner.strategy === "replay" || reduce === undefined) return undefined;
  const control = isControl(found.manner);
  progress.show(`${found.name}  making what was found smaller`);
  const { claim, about, confirmed, runs, told, trace, span, ...schedule } = await reduce(found.name, {
    ...{ seed, control, violation },
  });
  const decisions = trace.steps.map(({ text }) => text);
  const failure = { explored: found.name, control, seed, ...schedule, claim, about: [...about], decisions };
  const file = { name: failureName(failure), text: writeFailure(failure) };
  const place = join("failures", file.name);
  const lost = await reasonOf(writeKept(root, file));
  const { departures } = schedule;
  const before = plural(violation.says.length, "departure");
  const after = plural(departures === "none" ? 0 : departures.split(",").length, "departure");
  const lines = [
    `shrunk from ${before} to ${after} in ${plural(runs, "run")}, confirmed ${confirmed} of ${confirmations} times`,
    ...told,
    ...inColumnsOf({ trace, span }),
    ...(confirmed < confirmations ? [unconfirmed] : about),
    lost === undefined ? `again: ${way.command} replay ${place}${way.options}` : `not kept in ${place}: ${lost}`,
  ];
  return { confirmed, lines, file };
}

export async function writeKept(root: string, { name, text }: Kept["file"]): Promise<void> {
  await writePage(join(root, "failures"), name, text);
}

/** Why the file could not be written: what was found is told all the same. */
async function reasonOf(writing: Promise<void>): Promise<string | undefined> {
  try {
    await writing;
    return undefined;
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    return error.why;
  }
}

const unconfirmed = "unknown: the same decisions do not come out again, so the lab cannot tell";
