/** One unit, locked and looked at, and one movement of it. */
import type { Tx } from "../../database.ts";
import type { Context } from "../../parts.ts";
import { rejected, type Verdict } from "./answer.ts";
import { whyNotMoved, type Movement } from "../stock/balance.ts";
import type { UnitState } from "../ledger/replay.ts";

export interface Unit extends UnitState {
  readonly unitId: string;
  readonly reversible: boolean;
}

/** The tenant's unit, locked until the transaction ends; undefined when the tenant has none of this name. */
export async function lockUnit(_shop: Context, tx: Tx, tenant: string, unitId: string): Promise<Unit | undefined> {
  type Stored = Omit<Unit, "version"> & { readonly version: string };
  const found = await tx.query<{ [Column in keyof Stored]: Stored[Column] }>(
    `SELECT b.unit_id AS "unitId", b.status, b.epoch, b.version, b.total, b.available, b.held, b.locked, b.sold, b.invalid,
            u.reversible
       FROM inventory_balance b JOIN inventory_unit u USING (unit_id)
      WHERE b.unit_id = $1 AND u.tenant = $2 FOR UPDATE OF b`,
    [unitId, tenant],
  );
  const [row] = found.rows;
  return row && { ...row, version: Number(row.version) };
}

/** Moves a unit, and says what it is then or why it could not be moved. */
export async function moveUnit(shop: Context, tx: Tx, { status }: Unit, movement: Movement): Promise<Verdict> {
  const ledger = movement.operation;
  if (await shop.parts.moveStock(shop, tx, movement)) return { outcome: "COMMITTED", state: status, ledger };
  return rejected((await whyNotMoved(tx, movement)).cause, status);
}
