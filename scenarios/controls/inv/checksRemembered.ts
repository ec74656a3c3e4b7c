/**
 * What the checks found when they were last failed is what they find for ever. The guard that is missing: they are asked anew each
 * time, of the unit as it is then.
 */
import type { Checked } from "../../../src/inventory/door/postChecks.ts";
import { shippedParts, type Parts } from "../../../src/parts.ts";

export const checksRemembered: Partial<Parts> = {
  checkUnit: async (shop, tx, unit) => {
    const before = await tx.query<{ checks: Checked }>(
      `SELECT answer->'checks' AS checks FROM inventory_operation WHERE answer->>'cause' = 'CHECKS_FAILED'
        ORDER BY at DESC, operation_id LIMIT 1`,
    );
    return before.rows[0]?.checks ?? shippedParts.checkUnit(shop, tx, unit);
  },
};
