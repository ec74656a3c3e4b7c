/** Units whose events do not go on, by name and with the reason; and dead events given another chance, by a person. */
import { query } from "../../database.ts";
import type { Context } from "../../parts.ts";

/** The first event of a unit that its reader does not have for good. */
export interface Standstill {
  readonly unitId: string;
  readonly version: number;
  readonly why: "DEAD" | "POSTPONED" | "LEASED" | "NOT_TRIED";
  readonly attempts: number;
  readonly lastError: string | null;
  /** Later events of the unit, which wait for it. */
  readonly behind: number;
}

export async function standstills(shop: Context): Promise<readonly Standstill[]> {
  const found = await query<{ [Column in keyof Standstill]: Standstill[Column] }>(
    shop.ports.database,
    `SELECT DISTINCT ON (unit_id) unit_id AS "unitId", aggregate_version::int AS version, attempts, last_error AS "lastError",
            CASE WHEN status = 'DEAD' THEN 'DEAD' WHEN lease_expires_at > db_now() THEN 'LEASED'
                 WHEN next_attempt_at > db_now() THEN 'POSTPONED' ELSE 'NOT_TRIED' END AS why,
            (count(*) OVER (PARTITION BY unit_id) - 1)::int AS behind
       FROM inventory_outbox WHERE status <> 'SENT' ORDER BY unit_id, aggregate_version`,
  );
  return found.rows;
}

/** `sku-1 v3 is DEAD after 9 tries (no answer: timeout), and 2 later ones wait for it` */
export function standstillLine({ unitId, version, why, attempts, lastError, behind }: Standstill): string {
  const tried =
    attempts === 0
      ? ""
      : ` after ${attempts} ${attempts === 1 ? "try" : "tries"} (${lastError ?? "its lease ran out"})`;
  const waiting = behind === 0 ? "" : `, and ${behind} later ${behind === 1 ? "one waits" : "ones wait"} for it`;
  return `${unitId} v${version} is ${why}${tried}${waiting}`;
}

/** Dead events of a unit are tried again as if they were new; how many there were. */
export async function revive(shop: Context, unitId: string): Promise<number> {
  const revived = await query(
    shop.ports.database,
    `UPDATE inventory_outbox SET status = 'PENDING', attempts = 0, next_attempt_at = NULL
      WHERE unit_id = $1 AND status = 'DEAD'`,
    [unitId],
  );
  return revived.rowCount;
}
