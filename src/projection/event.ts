/** A change of a unit on its way from the inventory to those who show it. */
import { z } from "zod";
import { changeKinds, unitStatuses } from "../inventory/stock/lifecycle.ts";
import { limits } from "../limits.ts";

export const stockEvent = z.object({
  event_id: z.int().min(1),
  unit_id: z.string().min(1).max(limits.nameLengthMax),
  /** The unit's, and the only order of its events. */
  aggregate_version: z.int().min(1),
  epoch: z.int().min(1),
  /** Any other means other fields: refused at the door, until its reader knows it. */
  schema_version: z.literal(1),
  event_type: z.enum(changeKinds),
  /** The unit after the change, as far as it is shown. */
  payload: z.object({ status: z.enum(unitStatuses), available: z.int().min(0), held: z.int().min(0) }),
  occurred_at: z.iso.datetime(),
});

export type StockEvent = z.infer<typeof stockEvent>;

/**
 * DUPLICATE: the view has this version already. QUARANTINED: the event is of an epoch that is over. With these and with
 * APPLIED the event is dealt with. PAUSED: one before it is missing, so it was not taken.
 */
export const stockEffects = ["APPLIED", "DUPLICATE", "QUARANTINED", "PAUSED"] as const;
export type StockEffect = (typeof stockEffects)[number];

export const stockEventReply = z.union([
  z.object({ effect: z.enum(stockEffects) }),
  z.object({ outcome: z.string(), problems: z.array(z.string()).default([]) }),
]);
