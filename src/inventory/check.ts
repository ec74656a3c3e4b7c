/** Check: what can be said of a unit without keeping anything. It promises nothing: only a Reserve does. */
import { query } from "../database.ts";
import { limits } from "../limits.ts";
import type { Context } from "../parts.ts";
import type { Asking } from "./asked.ts";
import { shownAs, whyNotSellable, type Reason, type Shown, type Strategy } from "./availability.ts";
import type { UnitState } from "./replay.ts";

export interface Checked {
  readonly unit_id: string;
  readonly availability: Shown;
  readonly sellable: boolean;
  readonly reasons: readonly Reason[];
  /** FACTS: read from the books themselves. */
  readonly source: "FACTS";
  readonly epoch: number;
  /** The unit's version that was seen. */
  readonly watermark: number;
  /** By the database's clock; from `expires_at` on it has to be asked again. */
  readonly observed_at: string;
  readonly expires_at: string;
}

/** Undefined when the tenant has no such unit. */
export async function checkAvailability(
  shop: Context,
  { tenant }: Asking,
  unitId: string,
): Promise<Checked | undefined> {
  type Seen = Strategy & Omit<UnitState, "version"> & { version: string; observed_at: string; expires_at: string };
  const found = await query<{ [Column in keyof Seen]: Seen[Column] }>(
    shop.ports.database,
    `SELECT u.management, u.unit_type AS "unitType", b.*, to_char(at AT TIME ZONE 'UTC', ${iso}) AS observed_at,
            to_char((at + $3::int * interval '1 millisecond') AT TIME ZONE 'UTC', ${iso}) AS expires_at
       FROM inventory_unit u JOIN inventory_balance b USING (unit_id), (SELECT db_now() AS at) AS clock
      WHERE unit_id = $1 AND tenant = $2`,
    [unitId, tenant, limits.shownForMs],
  );
  const [seen] = found.rows;
  if (seen === undefined) return undefined;
  const reasons = whyNotSellable(seen, seen);
  const { epoch, observed_at, expires_at } = seen;
  const now = { epoch, watermark: Number(seen.version), observed_at, expires_at };
  return {
    unit_id: unitId,
    availability: shownAs(seen),
    sellable: reasons.length === 0,
    reasons,
    source: "FACTS",
    ...now,
  };
}

const iso = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;
