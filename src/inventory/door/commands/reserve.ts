/** Reserve: pieces kept for a buyer until the hold's deadline, of one unit or of several, all or none. */
import { z } from "zod";
import type { Tx } from "../../../database.ts";
import { limits } from "../../../limits.ts";
import type { Context } from "../../../parts.ts";
import { rejected, type Verdict } from "../answer.ts";
import { common, epoch, id, quantity, unitId } from "../asked.ts";
import { whyNotOutOf } from "../../stock/setAside.ts";
import { perUnit } from "../../stock/reservation.ts";
import { stranger } from "../tenancy.ts";

const line = z.strictObject({
  unit_id: unitId,
  quantity,
  expected_epoch: epoch.optional(),
  lock_id: id.optional().describe("Take them out of what this lock has put aside."),
});

export const reserveBody = z.strictObject({
  ...common,
  order_id: id,
  user: id,
  lines: z.array(line).min(1).max(limits.linesMax).refine(onePlaceEach, "one unit, and places to take it from"),
  hold_ms: z
    .int()
    .min(1)
    .max(limits.holdMsMax)
    .optional()
    .describe("Milliseconds; as the shop is configured unless said."),
});

export type Reserve = z.infer<typeof reserveBody>;

/** The reservation is named by its operation: that id is unique already, and whoever lost the reply knows it. */
export async function reserve(shop: Context, tx: Tx, asked: Reserve): Promise<Verdict> {
  const { operation_id: requestKey, tenant, caller, order_id: orderId, user: userId } = asked;
  const lines = asked.lines.map(({ unit_id, quantity: pieces, expected_epoch, lock_id }) => ({
    ...{ unitId: unit_id, quantity: pieces },
    ...(expected_epoch === undefined ? {} : { epoch: expected_epoch }),
    ...(lock_id === undefined ? {} : { lockId: lock_id }),
  }));
  const foreign = await stranger(
    tx,
    tenant,
    lines.map((wanted) => wanted.unitId),
  );
  if (foreign !== undefined) return rejected("NO_SUCH_UNIT", "NONE", { orderId, details: { unit_id: foreign } });
  const withheld = await whyNotOutOf(tx, perUnit(lines));
  if (withheld !== undefined) return rejected(withheld, "NONE", { orderId });
  const holdMs = asked.hold_ms ?? shop.config.holdMs;
  const outcome = await shop.parts.hold(shop, tx, { requestKey, tenant, caller, orderId, userId, lines, holdMs });
  if (outcome !== "HELD") return rejected(outcome, "NONE", { orderId });
  const next = "CONFIRM_OR_RELEASE";
  return { outcome: "COMMITTED", state: "HELD", next, reservation: requestKey, orderId, ledger: `hold ${requestKey}` };
}

/** All lines of a unit name the same lock, or none. */
function onePlaceEach(lines: readonly z.infer<typeof line>[]): boolean {
  return lines.every((one) =>
    lines.every(({ unit_id, lock_id }) => unit_id !== one.unit_id || lock_id === one.lock_id),
  );
}
