/** Check: what can be said of a unit without keeping anything. It promises nothing: only a Reserve does. */
import { z } from "zod";
import { query } from "../../database.ts";
import { limits } from "../../limits.ts";
import type { Context } from "../../parts.ts";
import type { Asking } from "./asked.ts";
import { shownAs, shownWords, unsellable, whyNotSellable, type Strategy } from "./availability.ts";
import type { UnitState } from "../ledger/replay.ts";

export const availabilityShape = z.object({
  unit_id: z.string(),
  availability: z.enum(shownWords),
  sellable: z.boolean(),
  reasons: z.array(z.enum(unsellable)).describe("Why nothing of it can be sold."),
  source: z.literal("FACTS").describe("FACTS: read from the books themselves."),
  epoch: z.int(),
  watermark: z.int().describe("The unit's version that was seen."),
  observed_at: z.iso.datetime().describe("By the database's clock."),
  expires_at: z.iso.datetime().describe("From here on it has to be asked again."),
});

export type Availability = z.infer<typeof availabilityShape>;

/** Undefined when the tenant has no such unit. */
export async function checkAvailability(
  shop: Context,
  { tenant }: Asking,
  unitId: string,
): Promise<Availability | undefined> {
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
    reasons: [...reasons],
    source: "FACTS",
    ...now,
  };
}

const iso = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;
