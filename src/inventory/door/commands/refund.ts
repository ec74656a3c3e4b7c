/**
 * Refund: what was sold comes back, whole and once. The unit's rule decides whether it may be sold again: where it is reversible
 * the pieces return to where they came from; where it is not they are void (`invalid`), and nobody gets them.
 */
import { z } from "zod";
import type { Tx } from "../../../database.ts";
import type { Context } from "../../../parts.ts";
import { rejected, type Verdict } from "../answer.ts";
import { common, reason, reservationId } from "../asked.ts";
import { whyNotMoved, type Movement } from "../../stock/balance.ts";
import { backWhereItCameFrom } from "../../stock/setAside.ts";
import { isRefused } from "../tenancy.ts";

export const refundBody = z.strictObject({ ...common, reservation_id: reservationId, reason });

export async function refundReservation(shop: Context, tx: Tx, asked: z.infer<typeof refundBody>): Promise<Verdict> {
  const own = await shop.parts.lockOwn(shop, tx, asked, asked.reservation_id);
  if (isRefused(own)) return own;
  const { requestKey, orderId, status } = own;
  const about = { reservation: requestKey, orderId };
  type Sold = { unit_id: string; quantity: number; lock_id: string | null; reversible: boolean };
  const sold = await tx.query<Sold>(refundOnce, [requestKey]);
  if (sold.rowCount === 0) return rejected("NOT_SOLD", status, about);
  const again = sold.rows.filter(({ reversible }) => reversible);
  const movement: Movement = {
    ...{ operation: `refund ${requestKey}`, kind: "REFUND", requestKey, operator: asked.caller, reason: asked.reason },
    changes: [
      ...(await backWhereItCameFrom(tx, "sold", again)),
      ...sold.rows
        .filter(({ reversible }) => !reversible)
        .map(({ unit_id, quantity }) => ({ unit_id, sold: -quantity, invalid: quantity })),
    ],
  };
  if (!(await shop.parts.moveStock(shop, tx, movement))) {
    return rejected((await whyNotMoved(tx, movement)).cause, status, about);
  }
  return { outcome: "COMMITTED", state: "REFUNDED", ...about, ledger: movement.operation };
}

const refundOnce = `WITH refunded AS (
    UPDATE reservation SET status = 'REFUNDED', updated_at = db_now()
     WHERE request_key = $1 AND status = 'CONFIRMED' RETURNING request_key)
  SELECT unit_id, quantity, lock_id, reversible
    FROM refunded JOIN reservation_line USING (request_key) JOIN inventory_unit USING (unit_id) ORDER BY unit_id`;
