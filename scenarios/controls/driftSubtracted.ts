/**
 * A view that drifted is corrected by the difference that was found. The guard that is missing: the view is locked and compared
 * again, and what it says is replaced by what the facts say.
 */
import { query } from "../../src/database.ts";
import type { Parts } from "../../src/parts.ts";

export const driftSubtracted: Partial<Parts> = {
  settleDrift: async ({ ports }) => {
    const found = await query<{ unit_id: string; pieces: number }>(
      ports.database,
      `SELECT b.unit_id, b.available - v.available AS pieces FROM inventory_balance b JOIN inventory_unit USING (unit_id)
         JOIN unit_view v USING (unit_id) WHERE b.version = v.source_version AND b.available <> v.available ORDER BY b.unit_id`,
    );
    for (const { unit_id, pieces } of found.rows) {
      const correct = "UPDATE unit_view SET available = available + $2 WHERE unit_id = $1";
      await query(ports.database, correct, [unit_id, pieces]);
    }
    return [];
  },
};
