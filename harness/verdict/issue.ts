/** Why a document is not of the shape that it should have. */

import type { z } from "zod";

/** The first reason, a sentence, with the place in the document where there is one: "plan.stock: Too small." */
export function firstIssue({ issues: [issue] }: Pick<z.ZodError, "issues">): string {
  if (issue === undefined) return "It has another shape.";
  const where = issue.path.length === 0 ? "" : `${issue.path.join(".")}: `;
  return `${where}${issue.message}.`;
}
