/** Why mutants of the inventory are not noticed. */
import type { Explanation } from "../../../harness/mutants/explanation.ts";
import { equivalent } from "./change.ts";

export const inventory: readonly Explanation[] = [
  ...equivalent(
    "src/inventory/stock/reservation.ts",
    "An order takes another place once at most, and under a key that nobody else has: people see another number.",
    [["const attempt = order.reserveAttempt + 1;", "ArithmeticOperator", "order.reserveAttempt - 1"]],
  ),
];
