/**
 * Pieces are kept on the condition that the unit is still at the version that was read. What is wrong is the condition: it asks
 * whether anybody else was served meanwhile, and not whether there is enough.
 */
import { shippedParts, type Parts } from "../../../src/parts.ts";

export const stockByVersion: Partial<Parts> = {
  hold: async (shop, tx, request) => {
    const parts = { ...shop.parts, moveStock: atVersionRead };
    try {
      return await shippedParts.hold({ ...shop, parts }, tx, request);
    } catch (error) {
      if (error instanceof Conflict) return "VERSION_CONFLICT";
      throw error;
    }
  },
};

class Conflict extends Error {}

const atVersionRead: Parts["moveStock"] = async (shop, tx, movement) => {
  const read = await tx.query<{ unit_id: string; version: string }>(
    "SELECT unit_id, version FROM inventory_balance WHERE unit_id = ANY ($1::text[])",
    [movement.changes.map((change) => change.unit_id)],
  );
  const versions = new Map(read.rows.map(({ unit_id, version }) => [unit_id, Number(version)]));
  const changes = movement.changes.map((change) => {
    const version = versions.get(change.unit_id);
    return version === undefined ? change : { ...change, version };
  });
  if (await shippedParts.moveStock(shop, tx, { ...movement, changes })) return true;
  throw new Conflict();
};
