/**
 * The projector: brings a unit's view forward by exactly its next version. An event tells the unit as it is after the change,
 * and not the change, so a view is never added up; it is always the unit as it was at the view's version.
 */
import type { Tx } from "../database.ts";
import type { UnitStatus } from "../inventory/stock/lifecycle.ts";
import type { Context } from "../parts.ts";
import type { StockEffect, StockEvent } from "./event.ts";

/** Where a unit's view stands. Version 0: nothing has been applied yet. */
export interface View {
  readonly unitId: string;
  readonly scope: string;
  readonly epoch: number;
  readonly version: number;
  readonly status: UnitStatus;
  readonly available: number;
  readonly held: number;
  readonly pausedBecause: string | null;
}

/** Undefined when there is no such unit. The inbox, the effect and the view's new version are one transaction. */
export async function project(shop: Context, event: StockEvent): Promise<StockEffect | undefined> {
  const { parts } = shop;
  return parts.transaction(shop, async (tx) => {
    const view = await parts.lockView(shop, tx, event.unit_id);
    if (view === undefined) return undefined;
    const effect = parts.judgeStockEvent(view, event);
    if (effect === "PAUSED") {
      await parts.pauseView(shop, tx, view, `v${event.aggregate_version} came after v${view.version}`);
      return effect;
    }
    if (!(await parts.admitStockEvent(shop, tx, event, effect))) return "DUPLICATE";
    if (effect === "APPLIED") await parts.applyStockEvent(shop, tx, event);
    if (effect === "QUARANTINED") await parts.quarantine(shop, tx, view, event);
    return effect;
  });
}

/** What an event is to a view that stands so. It looks at nothing else. */
export function judgeStockEvent(view: Pick<View, "epoch" | "version">, event: StockEvent): StockEffect {
  if (event.epoch < view.epoch) return "QUARANTINED";
  if (event.aggregate_version <= view.version) return "DUPLICATE";
  return event.aggregate_version === view.version + 1 ? "APPLIED" : "PAUSED";
}

/** The unit's view, made if there is none. Events of one unit are judged one after the other by its lock. */
export async function lockView(_shop: Context, tx: Tx, unitId: string): Promise<View | undefined> {
  const found = await readLocked(tx, unitId);
  if (found !== undefined) return found;
  await tx.query(
    `INSERT INTO unit_view (unit_id, scope, epoch, source_version, status, available, held, applied_at)
     SELECT unit_id, ${scopeOf}, 1, 0, 'INIT', 0, 0, db_now() FROM inventory_unit WHERE unit_id = $1 ON CONFLICT DO NOTHING`,
    [unitId],
  );
  return readLocked(tx, unitId);
}

/** Where a unit is sold, and for when; empty: everywhere, at any time. It never changes. */
export const scopeOf = "concat_ws(' ', scope_type, scope_id, slot)";

async function readLocked(tx: Tx, unitId: string): Promise<View | undefined> {
  const locked = await tx.query<{ [Column in keyof View]: View[Column] }>(
    `SELECT unit_id AS "unitId", scope, epoch, source_version::int AS version, status, available, held,
            paused_because AS "pausedBecause" FROM unit_view WHERE unit_id = $1 FOR UPDATE`,
    [unitId],
  );
  return locked.rows[0];
}

/** False when this very event was here before. */
export async function admitStockEvent(
  _shop: Context,
  tx: Tx,
  { event_id, unit_id, aggregate_version, epoch }: StockEvent,
  effect: StockEffect,
): Promise<boolean> {
  const admitted = await tx.query(
    `INSERT INTO unit_view_inbox (event_id, unit_id, version, epoch, effect, received_at)
     VALUES ($1, $2, $3, $4, $5, db_now()) ON CONFLICT DO NOTHING`,
    [event_id, unit_id, aggregate_version, epoch, effect],
  );
  return admitted.rowCount === 1;
}

/** The next version ends a pause: it is what was missing, or the first of what was. */
export async function applyStockEvent(_shop: Context, tx: Tx, event: StockEvent): Promise<void> {
  const { unit_id, epoch, aggregate_version, payload } = event;
  await tx.query(
    `UPDATE unit_view SET epoch = $2, source_version = $3, status = $4, available = $5, held = $6, applied_at = db_now(),
            paused_because = NULL WHERE unit_id = $1`,
    [unit_id, epoch, aggregate_version, payload.status, payload.available, payload.held],
  );
}

export async function pauseView(_shop: Context, tx: Tx, { unitId }: View, because: string): Promise<void> {
  await tx.query("UPDATE unit_view SET paused_because = $2 WHERE unit_id = $1", [unitId, because]);
}

export async function quarantine(_shop: Context, tx: Tx, { epoch }: View, event: StockEvent): Promise<void> {
  await tx.query(
    `INSERT INTO unit_view_quarantine (event_id, unit_id, event, view_epoch, quarantined_at)
     VALUES ($1, $2, $3, $4, db_now())`,
    [event.event_id, event.unit_id, JSON.stringify(event), epoch],
  );
}
