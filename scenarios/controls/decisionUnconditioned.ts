/**
 * A decision is carried out whatever has been decided by then. The guards that are missing, any of which would be enough: the look
 * at the conflict, and the conditions in the statements that write the decision and the order's move.
 */
import type { Parts } from "../../src/parts.ts";
import { moveUnconditioned } from "./moveUnconditioned.ts";

export const decisionUnconditioned: Partial<Parts> = {
  ...moveUnconditioned,
  readConflict: async (_shop, tx, orderId) => {
    const found = await tx.query("SELECT 1 FROM payment_conflict WHERE order_id = $1", [orderId]);
    return found.rowCount === 0 ? undefined : "OPEN";
  },
  recordDecision: async (_shop, tx, orderId, { decision, decider, reason }) => {
    await tx.query(
      `UPDATE payment_conflict SET decision = $2, decider = $3, reason = $4, decided_at = db_now() WHERE order_id = $1`,
      [orderId, decision, decider, reason],
    );
  },
};
