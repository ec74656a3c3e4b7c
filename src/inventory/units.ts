/** Puts a unit on sale. */
import type { Tx } from "../database.ts";
import { invariant } from "../invariant.ts";
import type { Context } from "../parts.ts";

/** Creates the shop's unit with so many pieces and puts it on sale; false when it exists already, and then nothing changes. */
export async function openUnit(shop: Context, unitId: string, total: number): Promise<boolean> {
  return shop.parts.transaction(shop, async (tx) => {
    if (!(await insertUnit(tx, unitId))) return false;
    const moved = await shop.parts.moveStock(shop, tx, {
      operation: `open ${unitId}`,
      kind: "OPEN",
      operator: "stockroom",
      reason: "put on sale",
      changes: [{ unit_id: unitId, total, available: total, status: "ACTIVE" }],
    });
    invariant(moved, `${unitId} was just made and has no balance`);
    return true;
  });
}

/** A SKU that is sold everywhere, in pieces, for the shop. */
async function insertUnit(tx: Tx, unitId: string): Promise<boolean> {
  const made = await tx.query(
    `WITH made AS (
       INSERT INTO inventory_unit (unit_id, tenant, product_id, sku_id, management, unit_type, deduct_timing, reversible,
                                   strategy_version)
       VALUES ($1, 'shop', $1, $1, 'SELF_MANAGED', 'QUANTITY', 'ON_PAYMENT', true, 1) ON CONFLICT DO NOTHING RETURNING unit_id)
     INSERT INTO inventory_balance (unit_id, status, epoch, version, total, available, held, locked, sold, invalid)
     SELECT unit_id, 'INIT', 1, 0, 0, 0, 0, 0, 0, 0 FROM made`,
    [unitId],
  );
  return made.rowCount === 1;
}
