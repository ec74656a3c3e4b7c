/** Adjust: somebody has counted, and the books follow: by differences, at the version that was counted, and approved. */
import { z } from "zod";
import type { Tx } from "../../../database.ts";
import { limits } from "../../../limits.ts";
import type { Context } from "../../../parts.ts";
import { rejected, type Verdict } from "../answer.ts";
import { common, id, reason, unitId } from "../asked.ts";
import { moveUnit } from "../unit.ts";

const delta = z.int().min(-limits.quantityMax).max(limits.quantityMax);

export const adjustBody = z.strictObject({
  ...common,
  adjustment_id: id.describe("One counting, whoever books it how often."),
  unit_id: unitId,
  deltas: z
    .strictObject({ available: delta.optional(), invalid: delta.optional() })
    .refine(({ available = 0, invalid = 0 }) => available !== 0 || invalid !== 0, "changes nothing")
    .describe("By how much these grow. What is held, locked or sold is others' to move, and the total follows."),
  expected_version: z.int().min(0),
  reason,
  ticket: id.describe("Where the counting is filed."),
  approver: id.optional(),
});

/** What is held, locked or sold is not in `available`, so no adjustment takes away what was promised. */
export async function adjust(shop: Context, tx: Tx, asked: z.infer<typeof adjustBody>): Promise<Verdict> {
  const { tenant, caller, unit_id, adjustment_id, approver = "nobody", ticket } = asked;
  const unit = await shop.parts.lockUnit(shop, tx, tenant, unit_id);
  if (unit === undefined) return rejected("NO_SUCH_UNIT", "NONE");
  const operation = `adjust ${adjustment_id}`;
  const booked = await tx.query("SELECT FROM inventory_ledger WHERE operation = $1 AND unit_id = $2", [
    operation,
    unit_id,
  ]);
  if (booked.rowCount > 0) return rejected("ALREADY_DONE", unit.status);
  const { available = 0, invalid = 0 } = asked.deltas;
  const verdict = await moveUnit(shop, tx, unit, {
    ...{ operation, kind: "ADJUST", operator: caller },
    reason: `${asked.reason} (${ticket}, approved by ${approver})`,
    changes: [{ unit_id, version: asked.expected_version, total: available + invalid, available, invalid }],
  });
  return verdict.cause === "SOLD_OUT" ? rejected("BELOW_PROMISED", unit.status) : verdict;
}
