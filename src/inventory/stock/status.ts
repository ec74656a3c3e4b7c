/** Moves a unit between the states of its life, by the moves that there are. */
import type { Tx } from "../../database.ts";
import type { Context } from "../../parts.ts";
import { isMove, type UnitStatus } from "./lifecycle.ts";

export interface StatusChange {
  /** Unique together with the unit: "freeze sku-1 op-17". */
  readonly operation: string;
  readonly unitId: string;
  readonly to: UnitStatus;
  /** With a new epoch as well: everything that was promised before must be looked at again. */
  readonly raisesEpoch?: boolean;
  readonly operator: string;
  readonly reason: string;
}

/** False, and nothing has changed, when the unit is in a state from which it cannot come there. Locks its balance. */
export async function setStatus(shop: Context, tx: Tx, change: StatusChange): Promise<boolean> {
  const { unitId, to, raisesEpoch = false, ...who } = change;
  const locked = await tx.query<{ status: UnitStatus }>(
    "SELECT status FROM inventory_balance WHERE unit_id = $1 FOR UPDATE",
    [unitId],
  );
  const [unit] = locked.rows;
  if (unit === undefined || !isMove(unit.status, to)) return false;
  const kind = raisesEpoch ? "EPOCH" : "STATUS";
  const changes = [{ unit_id: unitId, status: to, ...(raisesEpoch ? { raise: 1 } : {}) }];
  return shop.parts.moveStock(shop, tx, { ...who, kind, changes });
}
