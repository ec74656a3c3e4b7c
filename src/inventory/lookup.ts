/** What became of it: an operation by its id, reservations by their key or order, and a unit's change by its version. */
import { snapshot, transaction, type Tx } from "../database.ts";
import type { Context } from "../parts.ts";
import { answerOf, rejected, type Answer } from "./answer.ts";
import type { Asking } from "./asked.ts";

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
export interface Shown {
  readonly reservation_id: string;
  readonly order_id: string;
  readonly user: string;
  readonly state: string;
  readonly expires_at: string;
  readonly lines: readonly { readonly unit_id: string; readonly quantity: number; readonly epoch: number }[];
  readonly operations: readonly { readonly operation_id: string; readonly command: string; readonly outcome: string }[];
}

/** Of one key at most one, of an order all. */
export async function lookUpReservations(
  shop: Context,
  { tenant, caller, sees }: Seeing,
  by: { readonly key: string } | { readonly orderId: string },
): Promise<readonly Shown[]> {
  const named = "key" in by ? ["r.request_key", by.key] : ["r.order_id", by.orderId];
  return snapshot(shop.ports.database, async (tx: Tx) => {
    const found = await tx.query<{ [Column in keyof Shown]: Shown[Column] }>(
      `SELECT r.request_key AS reservation_id, r.order_id, r.user_id AS "user", r.status AS state,
              to_char(r.expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS expires_at,
              (SELECT jsonb_agg(jsonb_build_object('unit_id', unit_id, 'quantity', quantity, 'epoch', epoch) ORDER BY unit_id)
                 FROM reservation_line l WHERE l.request_key = r.request_key) AS lines,
              (SELECT coalesce(jsonb_agg(jsonb_build_object('operation_id', operation_id, 'command', command,
                        'outcome', outcome) ORDER BY at, operation_id), '[]'::jsonb)
                 FROM inventory_operation o WHERE o.request_key = r.request_key) AS operations
         FROM reservation r WHERE r.tenant = $1 AND (r.caller = $2 OR $4) AND ${named[0]} = $3 ORDER BY r.created_at, r.request_key`,
      [tenant, caller, named[1], sees === "all"],
    );
    return found.rows;
  });
}

/** What made a unit what it is in some version. */
export interface ShownVersion {
  readonly unit_id: string;
  readonly version: number;
  readonly operation: string;
  readonly kind: string;
  readonly reason: string;
  readonly at: string;
  readonly after: Readonly<Record<string, unknown>>;
}

export async function lookUpVersion(
  shop: Context,
  { tenant }: Asking,
  unitId: string,
  version: number,
): Promise<ShownVersion | undefined> {
  return snapshot(shop.ports.database, async (tx: Tx) => {
    const found = await tx.query<{ [Column in keyof ShownVersion]: ShownVersion[Column] }>(
      `SELECT unit_id, version::float AS version, operation, kind, reason, after,
              to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at
         FROM inventory_ledger JOIN inventory_unit USING (unit_id)
        WHERE unit_id = $1 AND version = $2 AND tenant = $3`,
      [unitId, version, tenant],
    );
    return found.rows[0];
  });
}
