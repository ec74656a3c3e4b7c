/** A failing schedule as a file: all that it takes to run it again, and what it did, so that a difference shows. */

import { createHash } from "node:crypto";
import { z } from "zod";
import type { Again } from "../verdict/exploration.ts";
import { LabError } from "../verdict/failure.ts";
import { firstIssue } from "../verdict/issue.ts";
import { readDepartures } from "./departures.ts";

const format = "holdfast-failure-2";

const schema = z.object({
  format: z.literal(format),
  /** What was explored, as it is typed: `pay-cancel`. */
  explored: z.string().min(1),
  /** With the wrong part of its control. */
  control: z.boolean(),
  seed: z.int().nonnegative(),
  departures: z.string().refine((word) => readDepartures(word) !== undefined, "not a list of departures"),
  fault: z.string().optional(),
  /** What was to happen, where runs differ in that. */
  plan: z.unknown().optional(),
  /** The first of the claims that do not hold, and all that was said. */
  claim: z.string().min(1),
  about: z.array(z.string()),
  decisions: z.array(z.string()),
});

export type FailureFile = Omit<z.infer<typeof schema>, "format">;

/** How a schedule is run again. */
export function mannerOf({ departures, fault, plan, control }: FailureFile): Again {
  return {
    ...{ strategy: "replay", departures },
    ...(fault === undefined ? {} : { fault }),
    ...(plan === undefined ? {} : { plan }),
    ...(control ? { control: true } : {}),
  };
}

/** A name that says which claim, and that two failures do not share: `the-three-books-agree-1a2b3c4d.json`. */
export function failureName(failure: FailureFile): string {
  const words = failure.claim.toLowerCase().match(/[a-z0-9]+/g) ?? ["failure"];
  const hash = createHash("sha256").update(writeFailure(failure)).digest("hex");
  return `${words.slice(0, 8).join("-")}-${hash.slice(0, 8)}.json`;
}

export function writeFailure(failure: FailureFile): string {
  return `${JSON.stringify({ format, ...failure }, undefined, 2)}\n`;
}

/** @throws LabError, wrong use, when it is none or one of another version. */
export function readFailure(path: string, text: string): FailureFile {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw refusal(path, "It is no JSON document, or the beginning of one.");
  }
  const found = schema.safeParse(document);
  if (found.success) return found.data;
  const told = z.object({ format: z.string() }).safeParse(document);
  if (told.success && told.data.format !== format) {
    throw refusal(path, `Its format is "${told.data.format}"; this version reads "${format}".`);
  }
  throw refusal(path, firstIssue(found.error));
}

/** Where two runs part: the number of the first decision that differs, from 1; undefined when none does. */
export function partsAt(recorded: readonly string[], now: readonly string[]): number | undefined {
  const length = Math.max(recorded.length, now.length);
  for (let nth = 0; nth < length; nth++) if (recorded[nth] !== now[nth]) return nth + 1;
  return undefined;
}

function refusal(path: string, why: string): LabError {
  return new LabError(`No failure can be read from ${path}.`, {
    why,
    next: "Give a file that explore wrote to failures/, or explore again.",
    exitCode: 2,
  });
}
