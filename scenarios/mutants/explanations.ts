/** Why some mutants are not noticed. */
import type { Explanation } from "../../harness/mutants/explanation.ts";

export const explanations: readonly Explanation[] = [];
