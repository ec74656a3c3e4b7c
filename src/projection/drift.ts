/**
 * Holds every view against the facts. Pieces and scope are compared only where both are of the same version: a view that is
 * behind is not wrong, it is late, and that is a drift of its own when it lasts. What drifted is recomputed; where too many pieces
 * were shown wrongly the unit is frozen instead, for nobody knows why.
 */
import { query, type Tx } from "../database.ts";
import { limits } from "../limits.ts";
import type { Context } from "../parts.ts";
import { scopeOf } from "./project.ts";

/** A unit as the facts have it and as it is shown, read at one moment. What is shown is null when there is no view. */
export interface Compared {
  readonly unitId: string;
  readonly version: number;
  readonly scope: string;
  readonly epoch: number;
  readonly status: string;
  readonly available: number;
  readonly held: number;
  readonly shownVersion: number | null;
  readonly shownScope: string | null;
  readonly shownEpoch: number | null;
  readonly shownStatus: string | null;
  readonly shownAvailable: number | null;
  readonly shownHeld: number | null;
  /** For how long the view's next version has been a fact; null when there is none. */
  readonly lateMs: number | null;
}

export const driftKinds = ["QUANTITY", "SCOPE", "TIME"] as const;

export interface Drift {
  readonly unitId: string;
  readonly kind: (typeof driftKinds)[number];
  /** Pieces that are shown and are not there, or the other way round. */
  readonly pieces: number;
  readonly text: string;
}

/** Undefined when the view is as it may be. */
export function driftOf(unit: Compared): Drift | undefined {
  const { unitId, version, shownVersion } = unit;
  if (shownVersion !== version) {
    if (unit.lateMs === null || unit.lateMs <= limits.viewLateMaxMs) return undefined;
    return { unitId, kind: "TIME", pieces: 0, text: `shown as of v${shownVersion ?? 0}, and v${version} is a fact` };
  }
  const facts = `${unit.status} e${unit.epoch} ${unit.scope}`.trim();
  const shown = `${unit.shownStatus ?? ""} e${unit.shownEpoch ?? 0} ${unit.shownScope ?? ""}`.trim();
  if (facts !== shown) return { unitId, kind: "SCOPE", pieces: 0, text: `v${version} is ${facts}, shown as ${shown}` };
  const [available, held] = [unit.shownAvailable ?? 0, unit.shownHeld ?? 0];
  const pieces = Math.max(Math.abs(unit.available - available), Math.abs(unit.held - held));
  if (pieces === 0) return undefined;
  const text = `v${version} has ${unit.available} available and ${unit.held} held, shown as ${available} and ${held}`;
  return { unitId, kind: "QUANTITY", pieces, text };
}

export interface Settled extends Drift {
  readonly became: "RECOMPUTED" | "FROZEN";
}

/** One round over all units. */
export async function settleDrift(shop: Context): Promise<readonly Settled[]> {
  const { parts } = shop;
  const compared = await query<ComparedRow>(shop.ports.database, `${compare} ORDER BY b.unit_id`);
  const settled: Settled[] = [];
  for (const { unitId } of compared.rows.flatMap((unit) => driftOf(unit) ?? [])) {
    const one = await parts.transaction(shop, async (tx) => parts.settleUnit(shop, tx, unitId));
    if (one !== undefined) settled.push(one);
  }
  return settled;
}

/** Compares again under the view's lock: meanwhile an event may have set it right. */
export async function settleUnit(shop: Context, tx: Tx, unitId: string): Promise<Settled | undefined> {
  const { parts } = shop;
  const view = await parts.lockView(shop, tx, unitId);
  const [unit] = (await tx.query<ComparedRow>(`${compare} WHERE b.unit_id = $1`, [unitId])).rows;
  const drift = unit === undefined ? undefined : driftOf(unit);
  if (view === undefined || unit === undefined || drift === undefined) return undefined;
  if (drift.pieces <= limits.driftPiecesMax) {
    await parts.recompute(shop, tx, unitId, drift.text);
    return { ...drift, became: "RECOMPUTED" };
  }
  await parts.pauseView(shop, tx, view, drift.text);
  const operation = `freeze ${unitId} v${unit.version}`;
  await parts.setStatus(shop, tx, { unitId, operation, to: "FROZEN", operator: "projector", reason: drift.text });
  return { ...drift, became: "FROZEN" };
}

type ComparedRow = { [Column in keyof Compared]: Compared[Column] };

const compare = `SELECT b.unit_id AS "unitId", b.version::int AS version, ${scopeOf} AS scope, b.epoch, b.status, b.available, b.held,
       v.source_version::int AS "shownVersion", v.scope AS "shownScope", v.epoch AS "shownEpoch", v.status AS "shownStatus",
       v.available AS "shownAvailable", v.held AS "shownHeld", (extract(epoch FROM db_now() - l.at) * 1000)::float8 AS "lateMs"
  FROM inventory_balance b JOIN inventory_unit USING (unit_id) LEFT JOIN unit_view v USING (unit_id)
  LEFT JOIN inventory_ledger l ON l.unit_id = b.unit_id AND l.version = coalesce(v.source_version, 0) + 1`;
