/**
 * A balance is read, and what was read is written back with the change. The guard that is missing: the statement that writes
 * takes what is there then, and only if that is enough. No CHECK notices: what is written adds up, and is never below zero.
 */
import { buckets, type Bucket } from "../../src/inventory/stock/balance.ts";
import type { Parts } from "../../src/parts.ts";

export const stockReadFirst: Partial<Parts> = {
  moveStock: async (_shop, tx, { operation, kind, requestKey, operator, reason, changes: [change] }) => {
    const unitId = change?.unit_id;
    const read = await tx.query<Record<Bucket, number>>(
      "SELECT total, available, held, locked, sold, invalid FROM inventory_balance WHERE unit_id = $1",
      [unitId],
    );
    const was = read.rows[0];
    const deltas = buckets.map((bucket) => change?.[bucket] ?? 0);
    const will = buckets.map((bucket, i) => (was?.[bucket] ?? 0) + (deltas[i] ?? 0));
    if (was === undefined || will.some((pieces) => pieces < 0)) return false;
    await tx.query(
      `UPDATE inventory_balance SET total = $2, available = $3, held = $4, locked = $5, sold = $6, invalid = $7,
              status = coalesce($8, status) WHERE unit_id = $1`,
      [unitId, ...will, change?.status ?? null],
    );
    await tx.query(
      `INSERT INTO inventory_ledger (entry_id, version, operation, unit_id, kind, request_key, operator, reason, before, after,
              total_delta, available_delta, held_delta, locked_delta, sold_delta, invalid_delta, at)
       SELECT n, n, $1, $2, $3, $4, $5, $6, '{}', '{}', $7, $8, $9, $10, $11, $12, db_now()
         FROM nextval('inventory_ledger_number') AS n`,
      [operation, unitId, kind, requestKey ?? null, operator, reason, ...deltas],
    );
    return true;
  },
};
