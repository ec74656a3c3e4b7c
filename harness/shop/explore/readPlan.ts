/** A plan that comes from a file. */

import type { z } from "zod";
import { LabError } from "../../verdict/failure.ts";

/** @throws LabError, wrong use, when it is none of this shape. */
export function readPlan<P>(schema: z.ZodType<P>, plan: unknown): P {
  const read = schema.safeParse(plan);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new LabError("The plan of the run cannot be read.", {
    why: `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "it has another shape"}`,
    next: "Give a file that this version has written, or explore again.",
    exitCode: 2,
  });
}
