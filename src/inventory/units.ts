/** Puts a unit on sale. */
import type { Tx } from "../database.ts";
import { invariant } from "../invariant.ts";
import type { Context } from "../parts.ts";

/** Creates the unit with so many pieces; false when it exists already, and then nothing changes. */
export async function openUnit(shop: Context, unitId: string, total: number): Promise<boolean> {
  return shop.parts.transaction(shop, async (tx) => {
    if (!(await insertUnit(tx, unitId))) return false;
    const movement = { operation: `open ${unitId}`, unitId, deltas: { total, available: total } };
    const moved = await shop.parts.moveStock(shop, tx, movement);
    invariant(moved, `${unitId} was just made and has no balance`);
    return true;
  });
}

async function insertUnit(tx: Tx, unitId: string): Promise<boolean> {
  const made = await tx.query(
    `WITH made AS (INSERT INTO inventory_unit (unit_id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING unit_id)
     INSERT INTO inventory_balance (unit_id, total, available, held, locked, sold, invalid)
     SELECT unit_id, 0, 0, 0, 0, 0, 0 FROM made`,
    [unitId],
  );
  return made.rowCount === 1;
}
