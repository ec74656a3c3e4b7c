/** Why some mutants are not noticed. What has no sentence here yet fails `npm run mutants`. */
import type { Explanation } from "../../harness/mutants/explanation.ts";
import { inventory } from "./explanations/inventory.ts";
import { order } from "./explanations/order.ts";
import { others } from "./explanations/others.ts";

export const explanations: readonly Explanation[] = [...order, ...inventory, ...others];
