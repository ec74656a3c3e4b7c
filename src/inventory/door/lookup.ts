/** What became of it: an operation by its id, reservations by their key or order, and a unit's change by its version. */
import { z } from "zod";
import { snapshot, transaction, type Tx } from "../../database.ts";
import type { Context } from "../../parts.ts";
import { answerOf, rejected, type Answer } from "./answer.ts";
import type { Asking } from "./asked.ts";
import { changeKinds } from "../stock/lifecycle.ts";

/** Who asks, and whether only its own is to be seen, or all of its tenant. */
export interface Seeing extends Asking {
  readonly sees: "own" | "all";
}

/**
 * Its answer; ACCEPTED while it is being carried out; NO_SUCH_OPERATION when it had no effect and may be sent again. Who holds
 * the claim is read before what was written down: one that ends in between is found there.
 */
export async function lookUpOperation(shop: Context, asking: Seeing, operationId: string): Promise<Answer> {
  const about = { operation_id: operationId, command: "lookup" };
  return transaction(shop.ports.database, async (tx) => {
    const claimed = await tx.query(
      `SELECT FROM pg_locks, hashtextextended($1, 0) AS claim
        WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
          AND objsubid = 1 AND (classid::bigint << 32 | objid::bigint) = claim AND granted LIMIT 1`,
      [operationId],
    );
    const found = await tx.query<{ tenant: string; caller: string; answer: Answer }>(
      "SELECT tenant, caller, answer FROM inventory_operation WHERE operation_id = $1",
      [operationId],
    );
    const [known] = found.rows;
    const own = known?.caller === asking.caller || asking.sees === "all";
    if (known?.tenant === asking.tenant && own) return known.answer;
    if (known === undefined && claimed.rowCount > 0) {
      return answerOf(about, { outcome: "ACCEPTED", state: "IN_PROGRESS", next: "POLL_STATUS" });
    }
    return answerOf(about, rejected("NO_SUCH_OPERATION", "NONE"));
  });
}

/** A reservation with its lines, and the operations about it. */
export const reservationShape = z.object({
  reservation_id: z.string(),
  order_id: z.string(),
  user: z.string(),
  state: z.enum(["HELD", "CONFIRMED", "RELEASED", "REFUNDED"]),
  expires_at: z.iso.datetime(),
  lines: z.array(z.object({ unit_id: z.string(), quantity: z.int(), epoch: z.int() })),
  operations: z.array(z.object({ operation_id: z.string(), command: z.string(), outcome: z.string() })),
});

export type ShownReservation = z.infer<typeof reservationShape>;

/** Of one key at most one, of an order all. */
export async function lookUpReservations(
  shop: Context,
  { tenant, caller, sees }: Seeing,
  by: { readonly key: string } | { readonly orderId: string },
): Promise<readonly ShownReservation[]> {
  const [key, orderId] = "key" in by ? [by.key, null] : [null, by.orderId];
  return snapshot(shop.ports.database, async (tx: Tx) => {
    const found = await tx.query<ShownReservation>(
      `SELECT r.request_key AS reservation_id, r.order_id, r.user_id AS "user", r.status AS state,
              to_char(r.expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS expires_at,
              (SELECT jsonb_agg(jsonb_build_object('unit_id', unit_id, 'quantity', quantity, 'epoch', epoch) ORDER BY unit_id)
                 FROM reservation_line l WHERE l.request_key = r.request_key) AS lines,
              (SELECT coalesce(jsonb_agg(jsonb_build_object('operation_id', operation_id, 'command', command,
                        'outcome', outcome) ORDER BY at, operation_id), '[]'::jsonb)
                 FROM inventory_operation o WHERE o.request_key = r.request_key) AS operations
         FROM reservation r WHERE r.tenant = $1 AND (r.caller = $2 OR $5) AND (r.request_key = $3 OR r.order_id = $4) ORDER BY r.created_at, r.request_key`,
      [tenant, caller, key, orderId, sees === "all"],
    );
    return found.rows;
  });
}

/** What made a unit what it is in some version. */
export const versionShape = z.object({
  unit_id: z.string(),
  version: z.int(),
  operation: z.string(),
  kind: z.enum(changeKinds),
  reason: z.string(),
  at: z.iso.datetime(),
  after: z.record(z.string(), z.unknown()).describe("The unit then: its state, its epoch, its buckets."),
});

export type ShownVersion = z.infer<typeof versionShape>;

export async function lookUpVersion(
  shop: Context,
  { tenant }: Asking,
  unitId: string,
  version: number,
): Promise<ShownVersion | undefined> {
  return snapshot(shop.ports.database, async (tx: Tx) => {
    const found = await tx.query<ShownVersion>(
      `SELECT unit_id, version::float AS version, operation, kind, reason, after,
              to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at
         FROM inventory_ledger JOIN inventory_unit USING (unit_id)
        WHERE unit_id = $1 AND version = $2 AND tenant = $3`,
      [unitId, version, tenant],
    );
    return found.rows[0];
  });
}
