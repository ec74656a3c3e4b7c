/** A plan that comes from a file. */

import type { z } from "zod";
import { LabError } from "../../verdict/failure.ts";
import { firstIssue } from "../../verdict/issue.ts";

/** @throws LabError, wrong use, when it is none of this shape. */
export function readPlan<P>(schema: z.ZodType<P>, plan: unknown): P {
  const read = schema.safeParse(plan);
  if (read.success) return read.data;
  throw new LabError("The plan of the run cannot be read.", {
    why: firstIssue(read.error),
    next: "Give a file that this version has written, or explore again.",
    exitCode: 2,
  });
}
