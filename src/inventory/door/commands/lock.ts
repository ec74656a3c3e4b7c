/** Lock and Unlock: pieces put aside for an activity, and what is left of them given back when it ends. */
import { z } from "zod";
import type { Tx } from "../../../database.ts";
import type { Context } from "../../../parts.ts";
import { rejected, type Verdict } from "../answer.ts";
import { common, epoch, id, quantity, reason, unitId } from "../asked.ts";
import { leftIn } from "../../stock/setAside.ts";
import { moveUnit } from "../unit.ts";

export const lockBody = z.strictObject({
  ...common,
  unit_id: unitId,
  quantity,
  expected_epoch: epoch.optional(),
  reason,
});

export const unlockBody = z.strictObject({ ...common, lock_id: id, reason });

/** The lock is named by its operation. */
export async function lockStock(shop: Context, tx: Tx, asked: z.infer<typeof lockBody>): Promise<Verdict> {
  const { operation_id, tenant, caller, unit_id, quantity: pieces, expected_epoch } = asked;
  const unit = await shop.parts.lockUnit(shop, tx, tenant, unit_id);
  if (unit === undefined) return rejected("NO_SUCH_UNIT", "NONE");
  const at = expected_epoch === undefined ? {} : { epoch: expected_epoch };
  const verdict = await moveUnit(shop, tx, unit, {
    ...{ operation: `lock ${operation_id}`, kind: "LOCK", operator: caller, reason: asked.reason },
    changes: [{ unit_id, ...at, available: -pieces, locked: pieces }],
  });
  if (verdict.outcome !== "COMMITTED") return verdict;
  await tx.query(
    `INSERT INTO stock_lock (lock_id, unit_id, quantity, status, created_at) VALUES ($1, $2, $3, 'OPEN', db_now())`,
    [operation_id, unit_id, pieces],
  );
  return { ...verdict, state: "OPEN", details: { lock_id: operation_id } };
}

/** Once. What is still held out of it comes back to ordinary sale when its hold ends. */
export async function unlockStock(shop: Context, tx: Tx, asked: z.infer<typeof unlockBody>): Promise<Verdict> {
  const { operation_id, tenant, caller, lock_id } = asked;
  const ended = await tx.query<{ unit_id: string; status: string }>(
    `SELECT k.unit_id, k.status FROM stock_lock k JOIN inventory_unit u USING (unit_id)
      WHERE k.lock_id = $1 AND u.tenant = $2 FOR UPDATE OF k`,
    [lock_id, tenant],
  );
  const [lock] = ended.rows;
  if (lock === undefined) return rejected("NO_SUCH_LOCK", "NONE");
  if (lock.status !== "OPEN") return rejected("LOCK_ENDED", lock.status);
  const left = (await leftIn(tx, [lock_id])).get(lock_id) ?? 0;
  await tx.query("UPDATE stock_lock SET status = 'ENDED', ended_at = db_now() WHERE lock_id = $1", [lock_id]);
  const { unit_id } = lock;
  const done: Verdict = { outcome: "COMMITTED", state: "ENDED", details: { lock_id, returned: left } };
  if (left === 0) return done;
  const unit = await shop.parts.lockUnit(shop, tx, tenant, unit_id);
  if (unit === undefined) return rejected("NO_SUCH_UNIT", "NONE");
  const verdict = await moveUnit(shop, tx, unit, {
    ...{ operation: `unlock ${operation_id}`, kind: "UNLOCK", operator: caller, reason: asked.reason },
    changes: [{ unit_id, locked: -left, available: left }],
  });
  return verdict.outcome === "COMMITTED" ? { ...verdict, ...done } : verdict;
}
