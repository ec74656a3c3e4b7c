/** Writes views from the facts, where events have not brought them there. What a view says is replaced and never corrected by a difference. */
import type { Tx } from "../database.ts";
import { query } from "../database.ts";
import type { Context } from "../parts.ts";
import { scopeOf, type View } from "./project.ts";

/** A unit as the facts have it. */
export type Facts = Omit<View, "pausedBecause">;

/**
 * The view becomes what the facts are now, and goes on from their version. It is locked first and the facts are read in a
 * later statement, so they are at least as new as any event that was applied: a view never goes back.
 * @returns what it stood at before, and what it is; undefined when there is no such unit.
 */
export async function recompute(
  shop: Context,
  tx: Tx,
  unitId: string,
  because: string,
): Promise<{ readonly before: View; readonly after: Facts } | undefined> {
  const before = await shop.parts.lockView(shop, tx, unitId);
  const after = await shop.parts.readFacts(shop, tx, unitId);
  if (before === undefined || after === undefined) return undefined;
  await tx.query(
    `WITH RECURSIVE shown AS (
       UPDATE unit_view SET scope = $2, epoch = $3, source_version = $4, status = $5, available = $6, held = $7, applied_at = db_now(),
              paused_because = NULL WHERE unit_id = $1)
     INSERT INTO unit_view_repair (unit_id, because, before, after, repaired_at) VALUES ($1, $8, $9, $10, db_now())`,
    [
      ...[unitId, after.scope, after.epoch, after.version, after.status, after.available, after.held],
      ...[because, JSON.stringify(before), JSON.stringify(after)],
    ],
  );
  return { before, after };
}

export async function readFacts(_shop: Context, tx: Tx, unitId: string): Promise<Facts | undefined> {
  const read = await tx.query<{ [Column in keyof Facts]: Facts[Column] }>(
    `SELECT unit_id AS "unitId", ${scopeOf} AS scope, epoch, version::int AS version, status, available, held
       FROM inventory_balance JOIN inventory_unit USING (unit_id) WHERE unit_id = $1`,
    [unitId],
  );
  return read.rows[0];
}

/** Recomputes every view that is paused, each in a transaction of its own; which they were. */
export async function repairPaused(shop: Context): Promise<readonly string[]> {
  const paused = await query<{ unit_id: string; paused_because: string }>(
    shop.ports.database,
    "SELECT unit_id, paused_because FROM unit_view WHERE paused_because IS NOT NULL ORDER BY unit_id",
  );
  for (const { unit_id, paused_because } of paused.rows) {
    await shop.parts.transaction(shop, async (tx) => shop.parts.recompute(shop, tx, unit_id, paused_because));
  }
  return paused.rows.map(({ unit_id }) => unit_id);
}
