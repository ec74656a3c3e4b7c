/**
 * Stock moves between the buckets and the ledger says nothing of it. The guard that is missing: the ledger's row in the
 * same statement as the movement.
 */
import { buckets } from "../../src/inventory/stock/balance.ts";
import type { Parts } from "../../src/parts.ts";

export const stockMovesUnrecorded: Partial<Parts> = {
  moveStock: async (_shop, tx, { changes: [change] }) => {
    const moved = await tx.query(
      `UPDATE inventory_balance
          SET status = coalesce($8, status), version = version + 1, total = total + $2, available = available + $3, held = held + $4,
              locked = locked + $5, sold = sold + $6, invalid = invalid + $7
        WHERE unit_id = $1 AND total + $2 >= 0 AND available + $3 >= 0 AND held + $4 >= 0
          AND locked + $5 >= 0 AND sold + $6 >= 0 AND invalid + $7 >= 0`,
      [change?.unit_id, ...buckets.map((bucket) => change?.[bucket] ?? 0), change?.status ?? null],
    );
    return moved.rowCount === 1;
  },
};
