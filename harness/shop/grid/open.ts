/** What must not be left when recovery is done, as the database itself shows it. */

import { query } from "../../../src/database.ts";
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

const counts = Object.entries(counted).map(([what, from]) => `(SELECT count(*)::int ${from}) AS "${what}"`);
const readCounts = `SELECT ${counts.join(", ")}`;

/** What is left open, one sentence each: `1 × hold past its deadline`. */
export async function leftOpen({ audit }: Pick<Hosts, "audit">): Promise<readonly string[]> {
  const { rows } = await query<Record<string, number>>(audit.ports.database, readCounts);
  const [row = {}] = rows;
  return Object.entries(row).flatMap(([what, count]) => (count === 0 ? [] : [`${count} × ${what}`]));
}
