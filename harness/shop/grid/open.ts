/** What must not be left when recovery is done, as the database itself shows it. */

import { query } from "../../../src/database.ts";
import { scopeOf } from "../../../src/projection/project.ts";
import type { Hosts } from "../hosts.ts";

/** Each by its words; the last is about the lab's own server, where nobody else works. */
const counted = {
  "order in PAYING, UNKNOWN or REFUNDING": "FROM orders WHERE status IN ('PAYING', 'UNKNOWN', 'REFUNDING')",
  "conflict that nobody has decided": "FROM payment_conflict WHERE decision IS NULL",
  "CREATED order without its hold":
    "FROM orders o WHERE status = 'CREATED' AND NOT EXISTS (SELECT FROM reservation r WHERE r.request_key = o.reservation_key AND r.status = 'HELD')",
  "hold past its deadline": "FROM reservation WHERE status = 'HELD' AND expires_at <= (SELECT db_now())",
  "event that nobody has carried": "FROM outbox WHERE published_at IS NULL",
  "open transaction":
    "FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%' AND pid <> pg_backend_pid()",
} as const;

/** Where the inventory's events are carried and shown. */
const countedIfShown = {
  "event of a unit on its way":
    "FROM inventory_outbox o WHERE status = 'PENDING' AND NOT EXISTS (SELECT FROM inventory_outbox d WHERE d.unit_id = o.unit_id AND d.status = 'DEAD' AND d.aggregate_version < o.aggregate_version)",
  "paused view": "FROM unit_view WHERE paused_because IS NOT NULL",
  "view unlike its unit": `FROM unit_view v JOIN inventory_balance b USING (unit_id) JOIN inventory_unit USING (unit_id)
     WHERE source_version = b.version AND (v.status, v.epoch, v.available, v.held, v.scope) <> (b.status, b.epoch, b.available, b.held, ${scopeOf})`,
  "unit that is rebuilt": "FROM inventory_balance WHERE status = 'REBUILDING'",
} as const;

function countsOf(things: Readonly<Record<string, string>>): string {
  const counts = Object.entries(things).map(([what, from]) => `(SELECT count(*)::int ${from}) AS "${what}"`);
  return `SELECT ${counts.join(", ")}`;
}

const readCounts = countsOf(counted);
const readCountsIfShown = countsOf({ ...counted, ...countedIfShown });

/** What is left open, one sentence each: `1 × hold past its deadline`. @param shown whether the inventory's events are carried. */
export async function leftOpen({ audit }: Pick<Hosts, "audit">, shown: boolean): Promise<readonly string[]> {
  const { rows } = await query<Record<string, number>>(audit.ports.database, shown ? readCountsIfShown : readCounts);
  const [row = {}] = rows;
  return Object.entries(row).flatMap(([what, count]) => (count === 0 ? [] : [`${count} × ${what}`]));
}
