/** All rules, in the order of their lines in a report. */
import { conflictRules } from "./conflicts.ts";
import { historyRules } from "./history.ts";
import { inventoryRules } from "./inventory.ts";
import { labelsOf, orderRules, type OrderRule } from "./orders.ts";
import type { Rule } from "./rule.ts";
import { tellingRules } from "./telling.ts";
import { totalRules } from "./totals.ts";

export interface Rules {
  /** Of each order in the three books: the first that fires names it. */
  readonly orders: readonly OrderRule[];
  /** Of the three books together. */
  readonly totals: readonly Rule[];
  /** Of what the three books cannot show when they agree: what happened, why, and who was told. */
  readonly completeness: readonly Rule[];
}

export const shippedRules: Rules = {
  orders: orderRules,
  totals: totalRules,
  completeness: [...tellingRules, ...inventoryRules, ...historyRules, ...conflictRules],
};

/** Every label that there is, and when a mismatch under it is one. */
export const labels = [
  ...orderRules.flatMap((rule) => labelsOf(rule).map((label) => ({ label, exact: rule.exact }))),
  ...[...totalRules, ...shippedRules.completeness].flatMap((rule) =>
    rule.labels.map((label) => ({ label, exact: rule.exact })),
  ),
];
