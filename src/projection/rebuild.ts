/**
 * Builds a unit's view anew from the facts. The unit is FROZEN before and REBUILDING meanwhile, so no new promise is made by
 * a view that nobody trusts; and its epoch is raised, so that whatever is still on its way from before is never applied to the
 * new view. A rebuild that died in between is finished by whoever asks again.
 */
import type { Tx } from "../database.ts";
import type { UnitStatus } from "../inventory/stock/lifecycle.ts";
import type { Context } from "../parts.ts";

export interface Rebuild {
  readonly unitId: string;
  /** Unique: "op-17". */
  readonly operation: string;
  readonly operator: string;
}

/** FACTS_DISAGREE: balance and ledger say different things, so there is nothing to rebuild from; the unit stays FROZEN. */
export const rebuildOutcomes = ["REBUILT", "NOT_FROZEN", "FACTS_DISAGREE"] as const;
export type RebuildOutcome = (typeof rebuildOutcomes)[number];

export async function rebuild(shop: Context, request: Rebuild): Promise<RebuildOutcome> {
  const { parts } = shop;
  const begun = await parts.transaction(shop, async (tx) => parts.beginRebuild(shop, tx, request));
  if (!begun) return "NOT_FROZEN";
  return parts.transaction(shop, async (tx) => parts.finishRebuild(shop, tx, request));
}

/** Locks: the view, then the balance. False when the unit is not FROZEN, nor left REBUILDING by another. */
export async function beginRebuild(shop: Context, tx: Tx, request: Rebuild): Promise<boolean> {
  const { parts } = shop;
  const { unitId, operation, operator } = request;
  const view = await parts.lockView(shop, tx, unitId);
  if (view === undefined) return false;
  const begins = { unitId, operation: `rebuild ${operation}`, operator, reason: "its view is built anew" };
  const moved = await parts.setStatus(shop, tx, { ...begins, to: "REBUILDING", raisesEpoch: true });
  if (!moved && (await lockedStatus(tx, unitId)) !== "REBUILDING") return false;
  await parts.pauseView(shop, tx, view, "it is built anew");
  return true;
}

/** What was sold or given back since it began is in the facts by now. The balance is locked, so it ends as it was read. */
export async function finishRebuild(shop: Context, tx: Tx, request: Rebuild): Promise<RebuildOutcome> {
  const { parts } = shop;
  const { unitId, operation, operator } = request;
  await parts.lockView(shop, tx, unitId);
  if ((await lockedStatus(tx, unitId)) !== "REBUILDING") return "NOT_FROZEN";
  const ends = { unitId, operation: `rebuilt ${operation}`, operator };
  if (!(await factsAgree(tx, unitId))) {
    await parts.setStatus(shop, tx, { ...ends, to: "FROZEN", reason: "balance and ledger disagree" });
    return "FACTS_DISAGREE";
  }
  await parts.recompute(shop, tx, unitId, `rebuilt by ${operation}`);
  await parts.setStatus(shop, tx, { ...ends, to: "ACTIVE", reason: "its view was built from the facts" });
  return "REBUILT";
}

async function lockedStatus(tx: Tx, unitId: string): Promise<UnitStatus | undefined> {
  const locked = await tx.query<{ status: UnitStatus }>(
    "SELECT status FROM inventory_balance WHERE unit_id = $1 FOR UPDATE",
    [unitId],
  );
  return locked.rows[0]?.status;
}

/** Whether the ledger's last row says what the balance says; the balance is locked by an earlier statement. */
async function factsAgree(tx: Tx, unitId: string): Promise<boolean> {
  const agreeing = await tx.query(
    `SELECT 1 FROM inventory_balance b JOIN inventory_ledger l USING (unit_id, version)
      WHERE unit_id = $1 AND l.after = to_jsonb(b) - 'unit_id'`,
    [unitId],
  );
  return agreeing.rowCount === 1;
}
