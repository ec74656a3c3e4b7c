/**
 * A frozen unit is sold again, and then its checks are asked; when they find something that is the answer, and it stays on sale. The
 * two guards that are missing: the checks come before the change, and what a refused command has changed is undone.
 */
import { rejected } from "../../../src/inventory/door/answer.ts";
import { shippedParts, type Parts } from "../../../src/parts.ts";
import { refusedPartKept } from "./refusedPartKept.ts";

export const soldBeforeChecked: Partial<Parts> = {
  ...refusedPartKept,
  unfreeze: async (shop, tx, asked) => {
    const unit = await shop.parts.lockUnit(shop, tx, asked.tenant, asked.unit_id);
    const findsNothing: Parts["checkUnit"] = async () => Promise.resolve({ safety: [], liveness: [], explanation: [] });
    const unchecked = { ...shop, parts: { ...shop.parts, checkUnit: findsNothing } };
    const verdict = await shippedParts.unfreeze(unchecked, tx, asked);
    if (unit === undefined || verdict.outcome !== "COMMITTED") return verdict;
    const checks = await shop.parts.checkUnit(shop, tx, unit);
    const passed = Object.values(checks).every((amiss: readonly string[]) => amiss.length === 0);
    return passed ? verdict : rejected("CHECKS_FAILED", unit.status, { details: { checks } });
  },
};
