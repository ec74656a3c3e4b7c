/**
 * Buckets of units. Every change is one conditional statement that moves pieces between buckets and writes the ledger's row
 * and the event beside it, so a balance cannot move without its reason, and nobody is told of what did not happen.
 */
import type { Tx } from "../../database.ts";
import { Overtaken } from "../../database.ts";
import { invariant } from "../../invariant.ts";
import type { Context } from "../../parts.ts";
import { allowedIn, type ChangeKind, type UnitStatus } from "./lifecycle.ts";

export const buckets = ["total", "available", "held", "locked", "sold", "invalid"] as const;
export type Bucket = (typeof buckets)[number];
export type Deltas = Partial<Readonly<Record<Bucket, number>>>;

/** What becomes of one unit. */
export interface Change extends Deltas {
  readonly unit_id: string;
  /** Where they are given, the unit must be at this epoch, and at this version. */
  readonly epoch?: number;
  readonly version?: number;
  /** The unit's state afterwards. */
  readonly status?: UnitStatus;
  /** By how much its epoch grows. */
  readonly raise?: number;
}

export interface Movement {
  /** Unique together with each unit: "hold ord-0001/r1". */
  readonly operation: string;
  readonly kind: ChangeKind;
  /** The reservation that it belongs to. */
  readonly requestKey?: string;
  /** Who did it, and why. */
  readonly operator: string;
  readonly reason: string;
  /** Each unit once. */
  readonly changes: readonly Change[];
}

/** Why a unit was not changed: SOLD_OUT is too little in some bucket. */
export const causes = [
  ...(["NO_SUCH_UNIT", "NOT_ON_SALE", "FROZEN", "RETIRED"] as const),
  ...(["EPOCH_MISMATCH", "VERSION_CONFLICT", "SOLD_OUT"] as const),
];
export type Cause = (typeof causes)[number];

/**
 * False when some unit could not be changed; then others may have been, and the caller must undo its transaction, or at
 * least this part of it. The condition on pieces is on quantities, never on a version: a version would refuse buyers while
 * there is stock. The units are locked in the order of their ids, and to the transaction's end, so whatever else concerns
 * them and is read in a later statement stands still.
 */
export async function moveStock(_shop: Context, tx: Tx, movement: Movement): Promise<boolean> {
  const { operation, kind, requestKey, reason, operator, changes } = movement;
  const moved = await tx.query(move, [
    operation,
    kind,
    JSON.stringify(changes),
    requestKey ?? null,
    reason,
    operator,
    allowedIn[kind],
  ]);
  return moved.rowCount === changes.length;
}

const change = `SELECT unit_id, epoch, version, status, coalesce(raise, 0) AS raise, coalesce(total, 0) AS total,
         coalesce(available, 0) AS available, coalesce(held, 0) AS held, coalesce(locked, 0) AS locked,
         coalesce(sold, 0) AS sold, coalesce(invalid, 0) AS invalid
    FROM jsonb_to_recordset($3::jsonb) AS c (unit_id text, epoch integer, version bigint, status text, raise integer,
         total integer, available integer, held integer, locked integer, sold integer, invalid integer)`;

// RECURSIVE only so that what matters may come first. The rows are locked in order before any is changed, and judged and changed
// as they are after that wait (`was`): an UPDATE by itself looks first at the version from before the wait, and would refuse a
// buyer although a piece has come back since (PostgreSQL manual, 13.2.1).
const move = `WITH RECURSIVE moved AS (
    UPDATE inventory_balance AS b
       SET status = coalesce(c.status, was.status), epoch = was.epoch + c.raise, version = was.version + 1,
           total = was.total + c.total, available = was.available + c.available, held = was.held + c.held,
           locked = was.locked + c.locked, sold = was.sold + c.sold, invalid = was.invalid + c.invalid
      FROM change AS c JOIN was USING (unit_id)
     WHERE b.unit_id = c.unit_id AND was.status = ANY ($7::text[])
       AND was.epoch = coalesce(c.epoch, was.epoch) AND was.version = coalesce(c.version, was.version)
       AND was.total + c.total >= 0 AND was.available + c.available >= 0 AND was.held + c.held >= 0
       AND was.locked + c.locked >= 0 AND was.sold + c.sold >= 0 AND was.invalid + c.invalid >= 0
    RETURNING b.unit_id, b.epoch, b.version, c.total, c.available, c.held, c.locked, c.sold, c.invalid,
              to_jsonb(was) - 'unit_id' AS before, to_jsonb(b) - 'unit_id' AS after),
  change AS (${change}),
  was AS (
    SELECT b.* FROM inventory_balance b WHERE b.unit_id IN (SELECT unit_id FROM change) ORDER BY b.unit_id FOR UPDATE OF b),
  told AS (
    INSERT INTO inventory_outbox (unit_id, aggregate_version, epoch, schema_version, event_type, payload, occurred_at)
    SELECT unit_id, version, epoch, 1, $2, after || jsonb_build_object('operation', $1::text), db_now()
      FROM moved ORDER BY unit_id)
  INSERT INTO inventory_ledger (operation, unit_id, version, kind, request_key, total_delta, available_delta, held_delta,
                                locked_delta, sold_delta, invalid_delta, before, after, reason, operator, at)
  SELECT $1, unit_id, version, $2, $4, total, available, held, locked, sold, invalid, before, after, $5, $6, db_now()
    FROM moved ORDER BY unit_id`;

/** The first unit that a movement has just not changed, and why; all of its units are locked. */
export async function whyNotMoved(
  tx: Tx,
  movement: Movement,
): Promise<{ readonly unitId: string; readonly cause: Cause }> {
  const { operation, kind, changes } = movement;
  const found = await tx.query<{ unitId: string; cause: Cause }>(whyNot, [
    operation,
    allowedIn[kind],
    JSON.stringify(changes),
  ]);
  const [first] = found.rows;
  invariant(first !== undefined, `${operation}: every unit was changed`);
  return first;
}

const whyNot = `WITH change AS (${change})
  SELECT c.unit_id AS "unitId",
         CASE WHEN b.unit_id IS NULL THEN 'NO_SUCH_UNIT'
              WHEN b.status = ANY ($2::text[]) THEN
                CASE WHEN b.epoch <> c.epoch THEN 'EPOCH_MISMATCH' WHEN b.version <> c.version THEN 'VERSION_CONFLICT'
                     ELSE 'SOLD_OUT' END
              WHEN b.status = 'RETIRED' THEN 'RETIRED' WHEN b.status IN ('FROZEN', 'REBUILDING') THEN 'FROZEN'
              ELSE 'NOT_ON_SALE' END AS cause
    FROM change AS c LEFT JOIN inventory_balance b USING (unit_id)
   WHERE NOT EXISTS (SELECT FROM inventory_ledger l WHERE l.operation = $1 AND l.unit_id = c.unit_id)
   ORDER BY c.unit_id`;

/**
 * For movements out of a bucket whose content is known, because the reservation that it stands for was just locked.
 * @throws Overtaken when the unit's epoch was raised meanwhile: the transaction is begun again, and sees that.
 */
export async function moveHeldStock(shop: Context, tx: Tx, movement: Movement): Promise<void> {
  if (await shop.parts.moveStock(shop, tx, movement)) return;
  const { unitId, cause } = await whyNotMoved(tx, movement);
  if (cause === "EPOCH_MISMATCH") throw new Overtaken(`${movement.operation}: the epoch of ${unitId} was raised`);
  invariant(false, `${movement.operation}: ${unitId} holds less than its reservations say (${cause})`);
}
