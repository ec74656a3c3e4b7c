/**
 * Pieces are kept on the condition that the unit is still at the version that was read. What is wrong is the condition: it asks
 * whether anybody else was served meanwhile, and not whether there is enough.
 */
import { shippedParts, type Parts } from "../../../src/parts.ts";

export const stockByVersion: Partial<Parts> = {
  moveStock: async (shop, tx, movement) => {
    if (movement.kind !== "HOLD") return shippedParts.moveStock(shop, tx, movement);
    const read = await tx.query<{ unit_id: string; version: string }>(
      "SELECT unit_id, version FROM inventory_balance WHERE unit_id = ANY ($1::text[])",
      [movement.changes.map((change) => change.unit_id)],
    );
    const versions = new Map(read.rows.map(({ unit_id, version }) => [unit_id, Number(version)]));
    const changes = movement.changes.map((change) => {
      const version = versions.get(change.unit_id);
      return version === undefined ? change : { ...change, version };
    });
    return shippedParts.moveStock(shop, tx, { ...movement, changes });
  },
};
