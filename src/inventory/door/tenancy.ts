/** Whose things are whose: units belong to a tenant, reservations to a tenant and the caller that made them. */
import type { Tx } from "../../database.ts";
import type { Context } from "../../parts.ts";
import { rejected, type Verdict } from "./answer.ts";
import type { Asked } from "./asked.ts";
import type { ReservationStatus } from "../stock/reservation.ts";

/** The first of these units that belongs to another tenant: to this one it does not exist. Whose a unit is never changes. */
export async function stranger(tx: Tx, tenant: string, unitIds: readonly string[]): Promise<string | undefined> {
  const found = await tx.query<{ unit_id: string }>(
    "SELECT unit_id FROM inventory_unit WHERE unit_id = ANY ($1::text[]) AND tenant <> $2 ORDER BY unit_id LIMIT 1",
    [unitIds, tenant],
  );
  return found.rows[0]?.unit_id;
}

/** A reservation as it was when it was locked. */
export interface Kept {
  readonly requestKey: string;
  readonly orderId: string;
  readonly status: ReservationStatus;
}

/** A reservation of the caller's tenant, whoever made it, locked until the transaction ends: for whoever may end others' holds. */
export async function lockOfTenant(
  _shop: Context,
  tx: Tx,
  { tenant }: Pick<Asked, "tenant">,
  requestKey: string,
): Promise<(Kept & { readonly caller: string }) | Verdict> {
  const found = await tx.query<{ tenant: string; caller: string; orderId: string; status: ReservationStatus }>(
    `SELECT tenant, caller, order_id AS "orderId", status FROM reservation WHERE request_key = $1 FOR UPDATE`,
    [requestKey],
  );
  const [row] = found.rows;
  if (row?.tenant !== tenant) return rejected("NO_SUCH_RESERVATION", "NONE");
  return { requestKey, caller: row.caller, orderId: row.orderId, status: row.status };
}

/** The caller's own reservation, locked until the transaction ends; or why it is not to be had. */
export async function lockOwn(
  shop: Context,
  tx: Tx,
  asked: Pick<Asked, "tenant" | "caller">,
  requestKey: string,
): Promise<Kept | Verdict> {
  const kept = await shop.parts.lockOfTenant(shop, tx, asked, requestKey);
  if (isRefused(kept) || kept.caller === asked.caller) return kept;
  return rejected("NOT_YOURS", "NONE");
}

export function isRefused(found: object): found is Verdict {
  return "outcome" in found;
}
