/**
 * Buckets of a unit. Every change is one conditional statement that moves pieces between buckets and writes the
 * ledger row beside it, so a balance cannot move without its reason.
 */
import type { Tx } from "../database.ts";
import { invariant } from "../invariant.ts";
import type { Context } from "../parts.ts";

export const buckets = ["total", "available", "held", "locked", "sold", "invalid"] as const;
export type Bucket = (typeof buckets)[number];
export type Deltas = Partial<Readonly<Record<Bucket, number>>>;

export interface Movement {
  /** Unique together with the unit: "hold ord-0001/r1". */
  readonly operation: string;
  readonly unitId: string;
  readonly deltas: Deltas;
}

/**
 * False when some bucket has too little. The condition is on quantities, never on a version: a version would refuse
 * buyers while there is stock. The row's lock is kept to the transaction's end, so whatever else concerns this unit
 * and is read in a later statement stands still.
 */
export async function moveStock(_shop: Context, tx: Tx, movement: Movement): Promise<boolean> {
  const { operation, unitId, deltas } = movement;
  const moved = await tx.query(
    `WITH moved AS (
       UPDATE inventory_balance
          SET total = total + $3, available = available + $4, held = held + $5,
              locked = locked + $6, sold = sold + $7, invalid = invalid + $8
        WHERE unit_id = $2 AND total + $3 >= 0 AND available + $4 >= 0 AND held + $5 >= 0
          AND locked + $6 >= 0 AND sold + $7 >= 0 AND invalid + $8 >= 0
       RETURNING unit_id)
     INSERT INTO inventory_ledger (operation, unit_id, total_delta, available_delta, held_delta, locked_delta,
                                   sold_delta, invalid_delta, at)
     SELECT $1, unit_id, $3, $4, $5, $6, $7, $8, db_now() FROM moved`,
    [operation, unitId, ...buckets.map((bucket) => deltas[bucket] ?? 0)],
  );
  return moved.rowCount === 1;
}

/** For movements out of a bucket whose content is known, because the reservation that it stands for was just locked. */
export async function moveHeldStock(shop: Context, tx: Tx, movement: Movement): Promise<void> {
  const moved = await shop.parts.moveStock(shop, tx, movement);
  invariant(moved, `${movement.operation}: ${movement.unitId} holds less than its reservations say`);
}
