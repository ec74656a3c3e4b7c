/**
 * CreateInventory: units with their rules and their first pieces, several at once. What is there already just so is not made
 * again; what is there otherwise is a conflict for a person, and does not keep the others from being made.
 */
import { z } from "zod";
import type { Tx } from "../../../database.ts";
import { invariant } from "../../../invariant.ts";
import { limits } from "../../../limits.ts";
import type { Context } from "../../../parts.ts";
import { rejected, type Verdict } from "../answer.ts";
import { common, id, quantity, reason, unitId } from "../asked.ts";
import { missingFor, type Reason } from "../availability.ts";
import { insertUnit, stateOfSame } from "../../stock/opening.ts";

const unit = z.strictObject({
  unit_id: unitId,
  product_id: id,
  sku_id: id,
  scope: z.strictObject({ type: z.enum(["WAREHOUSE", "CITY", "CHANNEL", "ACTIVITY"]), id }).optional(),
  slot: id.optional().describe("A date or a time."),
  batch_id: id.optional(),
  supplier_id: id.optional(),
  management: z.enum(["SELF_MANAGED", "SUPPLIER_MANAGED", "UNLIMITED"]),
  unit_type: z.enum(["QUANTITY", "CODE", "TIME_SLOT", "SEAT", "BUNDLE"]),
  deduct_timing: z.enum(["ON_RESERVE", "ON_PAYMENT", "ON_FULFILLMENT", "ON_SUPPLIER_CONFIRM"]),
  reversible: z.boolean(),
  strategy_version: z.int32().min(1),
  total: quantity,
});

type Wanted = z.infer<typeof unit>;

export const createBody = z.strictObject({
  ...common,
  units: z.array(unit).min(1).max(limits.linesMax),
  on_sale: z.boolean().describe("At once; or else they stay READY until they are activated."),
  reason,
});

/** What became of one: CREATED waits for what its reasons say, FAILED_MANUAL contradicts what is there, RETIRED … is there already. */
interface Made {
  readonly unit_id: string;
  readonly state: string;
  readonly reasons?: readonly Reason[];
}

export async function create(shop: Context, tx: Tx, asked: z.infer<typeof createBody>): Promise<Verdict> {
  const { operation_id, tenant, caller, on_sale, reason: why } = asked;
  const wanted = [...asked.units].sort((a, b) => (a.unit_id < b.unit_id ? -1 : 1)); // two of these at once cannot cross
  const made: Made[] = [];
  const fresh: Wanted[] = [];
  for (const one of wanted) {
    const missing = missingFor({ management: one.management, unitType: one.unit_type });
    const { unit_id } = one;
    if (!(await insertUnit(tx, tenant, one))) made.push({ unit_id, state: await whatIsThere(tx, tenant, one) });
    else if (missing.length > 0) made.push({ unit_id, state: "CREATED", reasons: missing });
    else fresh.push(one);
  }
  const status = on_sale ? "ACTIVE" : "READY";
  const ledger = `create ${operation_id}`;
  if (fresh.length > 0) {
    const changes = fresh.map(({ unit_id, total }) => ({ unit_id, total, available: total, status }) as const);
    const movement = { operation: ledger, kind: "OPEN", operator: caller, reason: why, changes } as const;
    invariant(await shop.parts.moveStock(shop, tx, movement), `${ledger}: units that were just made have a balance`);
  }
  const units = [...made, ...fresh.map(({ unit_id }): Made => ({ unit_id, state: status }))];
  units.sort((a, b) => (a.unit_id < b.unit_id ? -1 : 1));
  const states = new Set(units.map(({ state }) => state));
  const [state = "PARTIAL"] = states.size === 1 ? states : [];
  if (state === "FAILED_MANUAL")
    return { ...rejected("CONFLICT", state, { details: { units } }), outcome: "MANUAL_REQUIRED" };
  return { outcome: "COMMITTED", state, details: { units }, ledger };
}

/** The state of the unit that is there, in the words of what became of one. */
async function whatIsThere(tx: Tx, tenant: string, one: Wanted): Promise<string> {
  const status = await stateOfSame(tx, tenant, one);
  return status === "INIT" ? "CREATED" : (status ?? "FAILED_MANUAL");
}
