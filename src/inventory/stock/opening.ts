/** Makes units: what each is and by which rules, with a balance of nothing in the state INIT; and puts one of the shop's on sale. */
import type { Tx } from "../../database.ts";
import { invariant } from "../../invariant.ts";
import type { Context } from "../../parts.ts";

/** What a unit is, and its rules; none of it ever changes. Together with its tenant, product to supplier name it once. */
export interface NewUnit {
  readonly unit_id: string;
  readonly product_id: string;
  readonly sku_id: string;
  readonly scope?: { readonly type: string; readonly id: string } | undefined;
  readonly slot?: string | undefined;
  readonly batch_id?: string | undefined;
  readonly supplier_id?: string | undefined;
  readonly management: string;
  readonly unit_type: string;
  readonly deduct_timing: string;
  readonly reversible: boolean;
  readonly strategy_version: number;
}

const columns = `tenant, product_id, sku_id, scope_type, scope_id, slot, batch_id, supplier_id, management, unit_type,
       deduct_timing, reversible, strategy_version`;

function valuesOf(tenant: string, one: NewUnit): readonly unknown[] {
  const { unit_id, product_id, sku_id, scope, slot = null, batch_id = null, supplier_id = null } = one;
  const where = [scope?.type ?? null, scope?.id ?? null, slot, batch_id, supplier_id];
  const rules = [one.management, one.unit_type, one.deduct_timing, one.reversible, one.strategy_version];
  return [unit_id, tenant, product_id, sku_id, ...where, ...rules];
}

/** False when its name, or what it is, is taken. */
export async function insertUnit(tx: Tx, tenant: string, one: NewUnit): Promise<boolean> {
  const made = await tx.query(
    `WITH made AS (
       INSERT INTO inventory_unit (unit_id, ${columns})
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) ON CONFLICT DO NOTHING RETURNING unit_id)
     INSERT INTO inventory_balance (unit_id, status, epoch, version, total, available, held, locked, sold, invalid)
     SELECT unit_id, 'INIT', 1, 0, 0, 0, 0, 0, 0, 0 FROM made`,
    valuesOf(tenant, one),
  );
  return made.rowCount === 1;
}

/** The state of the unit that is there, when it is the very same; undefined when it is another. */
export async function stateOfSame(tx: Tx, tenant: string, one: NewUnit): Promise<string | undefined> {
  const found = await tx.query<{ status: string }>(
    `SELECT status FROM inventory_unit JOIN inventory_balance USING (unit_id)
      WHERE unit_id = $1 AND ROW(${columns}) IS NOT DISTINCT FROM
            ROW($2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::text, $9::text, $10::text, $11::text,
                $12::text, $13::boolean, $14::integer)`,
    valuesOf(tenant, one),
  );
  return found.rows[0]?.status;
}

/** Creates the shop's unit with so many pieces and puts it on sale; false when it exists already, and then nothing changes. */
export async function openUnit(shop: Context, unitId: string, total: number): Promise<boolean> {
  return shop.parts.transaction(shop, async (tx) => {
    if (!(await insertUnit(tx, "shop", soldInPieces(unitId)))) return false;
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

/** What the shop sells everywhere, in pieces. */
function soldInPieces(sku: string): NewUnit {
  const rules = { management: "SELF_MANAGED", unit_type: "QUANTITY", deduct_timing: "ON_PAYMENT" } as const;
  return { unit_id: sku, product_id: sku, sku_id: sku, ...rules, reversible: true, strategy_version: 1 };
}
