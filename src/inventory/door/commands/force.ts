/** What an operator does with somebody's hold: releases it before its time, or settles one that was kept in an older epoch. */
import { z } from "zod";
import type { Tx } from "../../../database.ts";
import type { Context } from "../../../parts.ts";
import { rejected, type Verdict } from "../answer.ts";
import { common, id, reason, reservationId } from "../asked.ts";
import { isRefused } from "../tenancy.ts";
import { endedAs, whyNotEnded } from "./end.ts";

export const forceBody = z.strictObject({
  ...common,
  reservation_id: reservationId,
  reason,
  evidence: reason.describe("What shows that nobody will come back to it: a ticket, a letter, a query's answer."),
  approver: id.optional(),
});

export const settleBody = z.strictObject({
  ...common,
  reservation_id: reservationId,
  to: z
    .enum(["RELEASED", "KEPT"])
    .describe("RELEASED: the promise is over. KEPT: it holds in the new epoch too, and its owner can go on."),
  reason,
  evidence: reason,
});

export async function forceRelease(shop: Context, tx: Tx, asked: z.infer<typeof forceBody>): Promise<Verdict> {
  const kept = await shop.parts.lockOfTenant(shop, tx, asked, asked.reservation_id);
  if (isRefused(kept)) return kept;
  const { caller, approver = "nobody", evidence } = asked;
  const by = { operator: caller, reason: `forced: ${asked.reason} (${evidence}, approved by ${approver})` };
  const released = await shop.parts.releaseHeld(shop, tx, kept.requestKey, by);
  return released ? endedAs("RELEASED", "release", kept) : whyNotEnded(tx, kept);
}

/** Once an epoch: a hold that is no longer of an older one is none to settle. */
export async function settleHold(shop: Context, tx: Tx, asked: z.infer<typeof settleBody>): Promise<Verdict> {
  const kept = await shop.parts.lockOfTenant(shop, tx, asked, asked.reservation_id);
  if (isRefused(kept)) return kept;
  const operation = `settle ${asked.operation_id}`;
  const by = { operator: asked.caller, reason: `${asked.reason} (${asked.evidence})` };
  const settled = await shop.parts.settleOutdated(shop, tx, kept.requestKey, asked.to, { ...by, operation });
  const { requestKey: reservation, orderId, status } = kept;
  if (!settled) return rejected(status === "HELD" ? "NOT_OUTDATED" : "NOT_HELD", status, { reservation, orderId });
  const state = asked.to === "KEPT" ? "HELD" : "RELEASED";
  return { outcome: "COMMITTED", state, reservation, orderId, ledger: operation };
}
