/** What an operator does with a whole unit: puts it on sale, freezes it, takes it off, and makes its promises be looked at again. */
import { z } from "zod";
import type { Tx } from "../../../database.ts";
import type { Context } from "../../../parts.ts";
import { rejected, type Verdict } from "../answer.ts";
import { common, epoch, id, reason, unitId } from "../asked.ts";
import type { UnitStatus } from "../../stock/lifecycle.ts";
import { moveUnit, type Unit } from "../unit.ts";

export const unitBody = z.strictObject({ ...common, unit_id: unitId, reason });

export const approvedUnitBody = unitBody.extend({ approver: id.optional() });

export const raiseBody = approvedUnitBody.extend({ expected_epoch: epoch });

type OfUnit = z.infer<typeof unitBody>;

export async function activate(shop: Context, tx: Tx, asked: OfUnit): Promise<Verdict> {
  return bring(shop, tx, asked, "ACTIVE", (unit) => (unit.status === "READY" ? undefined : wrongState(unit)));
}

/** From here on no new promise is made; those that were made can be confirmed and released. */
export async function freeze(shop: Context, tx: Tx, asked: OfUnit): Promise<Verdict> {
  return bring(shop, tx, asked, "FROZEN", (unit) => (unit.status === "ACTIVE" ? undefined : wrongState(unit)));
}

/** Sold again, when its three checks find nothing. */
export async function unfreeze(shop: Context, tx: Tx, asked: OfUnit): Promise<Verdict> {
  return bring(shop, tx, asked, "ACTIVE", async (unit) => {
    if (unit.status !== "FROZEN") return wrongState(unit);
    const checks = await shop.parts.checkUnit(shop, tx, unit);
    const { safety, liveness, explanation } = checks;
    const passed = [safety, liveness, explanation].every((amiss) => amiss.length === 0);
    return passed ? undefined : rejected("CHECKS_FAILED", unit.status, { details: { checks } });
  });
}

/** Off sale, for good. What is held can still be confirmed. */
export async function retire(shop: Context, tx: Tx, asked: OfUnit): Promise<Verdict> {
  return bring(shop, tx, asked, "RETIRED", () => undefined);
}

/** Of a frozen unit: whatever was held before is neither confirmed nor released from now on, till it is settled. */
export async function raiseEpoch(shop: Context, tx: Tx, asked: z.infer<typeof raiseBody>): Promise<Verdict> {
  const { operation_id, tenant, unit_id, expected_epoch, caller, reason: why } = asked;
  const unit = await shop.parts.lockUnit(shop, tx, tenant, unit_id);
  if (unit === undefined) return rejected("NO_SUCH_UNIT", "NONE");
  if (unit.status !== "FROZEN" && unit.status !== "REBUILDING") return wrongState(unit);
  const who = { operator: caller, reason: why };
  const changes = [{ unit_id, epoch: expected_epoch, raise: 1 }];
  return moveUnit(shop, tx, unit, { operation: `raise-epoch ${operation_id}`, kind: "EPOCH", ...who, changes });
}

async function bring(
  shop: Context,
  tx: Tx,
  asked: OfUnit,
  to: UnitStatus,
  objection: (unit: Unit) => Verdict | undefined | Promise<Verdict | undefined>,
): Promise<Verdict> {
  const { operation_id, tenant, unit_id, caller, reason: why } = asked;
  const unit = await shop.parts.lockUnit(shop, tx, tenant, unit_id);
  if (unit === undefined) return rejected("NO_SUCH_UNIT", "NONE");
  const objected = await objection(unit);
  if (objected !== undefined) return objected;
  const operation = `${to.toLowerCase()} ${operation_id}`;
  const moved = await shop.parts.setStatus(shop, tx, { operation, unitId: unit_id, to, operator: caller, reason: why });
  return moved ? { outcome: "COMMITTED", state: to, ledger: operation } : wrongState(unit);
}

export function wrongState({ status }: Pick<Unit, "status">): Verdict {
  return rejected("WRONG_STATE", status);
}
