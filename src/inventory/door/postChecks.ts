/**
 * What has to hold before a frozen unit is sold again. Safety: its buckets are what reservations and locks say. Liveness: nothing
 * about it waits longer than it should. Explanation: its ledger, read from its beginning, leads to its balance.
 */
import type { Tx } from "../../database.ts";
import { limits } from "../../limits.ts";
import type { Context } from "../../parts.ts";
import { takenOut } from "../stock/setAside.ts";
import { readLedger } from "../ledger/ledger.ts";
import { isSound, missedWords, replayLedger } from "../ledger/replay.ts";
import type { Unit } from "./unit.ts";

/** A sentence for each thing that is amiss. */
export interface Checked {
  readonly safety: readonly string[];
  readonly liveness: readonly string[];
  readonly explanation: readonly string[];
}

/** Of a unit that is locked. */
export async function checkUnit(_shop: Context, tx: Tx, unit: Unit): Promise<Checked> {
  const { unitId } = unit;
  const found = await tx.query<{
    held: number;
    sold: number;
    locked: number;
    overdue: number;
    late: number;
    dead: number;
  }>(facts, [unitId, limits.eventLagMaxMs]);
  const [is] = found.rows;
  if (is === undefined) return { safety: ["nothing can be read of it"], liveness: [], explanation: [] };
  const apart = (["held", "sold", "locked"] as const)
    .filter((bucket) => unit[bucket] !== is[bucket])
    .map((bucket) => `${bucket} is ${unit[bucket]}, by reservations and locks ${is[bucket]}`);
  const waiting = [
    ...(is.overdue > 0 ? [`holds past their deadline: ${is.overdue}`] : []),
    ...(is.late > 0 ? [`events that nobody has yet, older than ${limits.eventLagMaxMs} ms: ${is.late}`] : []),
    ...(is.dead > 0 ? [`events that were given up: ${is.dead}`] : []),
  ];
  const replayed = replayLedger((await readLedger(tx, unitId)).rows, new Map([[unitId, unit]]));
  const unexplained = replayed
    .filter((one) => !isSound(one))
    .flatMap(({ ignored, missed, doubted, unlike }) => [
      ...[...ignored, ...doubted].map(({ row, why }) => `ledger row ${row.entryId}: ${why}`),
      ...missed.map((one) => `no ledger row for ${missedWords(one)}`),
      ...(unlike === "no balance"
        ? [unlike]
        : unlike.map(({ fact, told, is: now }) => `${fact} is ${now}, by the ledger ${told}`)),
    ]);
  return { safety: apart, liveness: waiting, explanation: unexplained };
}

const lines = "reservation r JOIN reservation_line l USING (request_key) WHERE l.unit_id = $1";

const facts = `SELECT
  (SELECT coalesce(sum(l.quantity), 0)::int FROM ${lines} AND r.status = 'HELD') AS held,
  (SELECT coalesce(sum(l.quantity), 0)::int FROM ${lines} AND r.status = 'CONFIRMED') AS sold,
  (SELECT coalesce(sum(quantity - ${takenOut}), 0)::int FROM stock_lock k WHERE k.unit_id = $1 AND status = 'OPEN') AS locked,
  (SELECT count(*)::int FROM ${lines} AND r.status = 'HELD' AND r.expires_at <= db_now()) AS overdue,
  (SELECT count(*)::int FROM inventory_outbox WHERE unit_id = $1 AND status = 'PENDING'
      AND occurred_at < db_now() - $2::int * interval '1 millisecond') AS late,
  (SELECT count(*)::int FROM inventory_outbox WHERE unit_id = $1 AND status = 'DEAD') AS dead`;
