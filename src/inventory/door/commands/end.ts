/** Confirm and Release: a hold's two ends. Whichever statement finds it HELD decides, and the other is told what it became. */
import { z } from "zod";
import type { Tx } from "../../../database.ts";
import type { Context } from "../../../parts.ts";
import { rejected, type Verdict } from "../answer.ts";
import { common, reason, reservationId } from "../asked.ts";
import { isRefused, type Kept } from "../tenancy.ts";

export const confirmBody = z.strictObject({ ...common, reservation_id: reservationId });

export const releaseBody = z.strictObject({ ...common, reservation_id: reservationId, reason });

export async function confirmReservation(shop: Context, tx: Tx, asked: z.infer<typeof confirmBody>): Promise<Verdict> {
  const { parts, config } = shop;
  const own = await parts.lockOwn(shop, tx, asked, asked.reservation_id);
  if (isRefused(own)) return own;
  const confirm = config.expiredHold === "deadline-decides" ? parts.confirmInTime : parts.confirmHeld;
  const by = { operator: asked.caller, reason: `confirmed by ${asked.operation_id}` };
  const confirmed = await confirm(shop, tx, own.requestKey, by);
  return confirmed ? endedAs("CONFIRMED", "confirm", own) : whyNotEnded(tx, own);
}

export async function releaseReservation(shop: Context, tx: Tx, asked: z.infer<typeof releaseBody>): Promise<Verdict> {
  const own = await shop.parts.lockOwn(shop, tx, asked, asked.reservation_id);
  if (isRefused(own)) return own;
  const by = { operator: asked.caller, reason: asked.reason };
  const released = await shop.parts.releaseHeld(shop, tx, own.requestKey, by);
  return released ? endedAs("RELEASED", "release", own) : whyNotEnded(tx, own);
}

export function endedAs(state: string, verb: string, { requestKey, orderId }: Kept): Verdict {
  return { outcome: "COMMITTED", state, reservation: requestKey, orderId, ledger: `${verb} ${requestKey}` };
}

/** It stands still, being locked: it was no longer HELD, or is from before an epoch was raised, or its deadline has passed. */
export async function whyNotEnded(tx: Tx, { requestKey, orderId, status }: Kept): Promise<Verdict> {
  const rest = { reservation: requestKey, orderId };
  if (status !== "HELD") return rejected("NOT_HELD", status, rest);
  const found = await tx.query(
    `SELECT FROM reservation_line l JOIN inventory_balance b USING (unit_id)
      WHERE l.request_key = $1 AND l.epoch <> b.epoch LIMIT 1`,
    [requestKey],
  );
  const outdated = found.rowCount > 0;
  return rejected(outdated ? "EPOCH_MISMATCH" : "DEADLINE_PASSED", status, {
    ...rest,
    ...(outdated ? { next: "QUERY_STATUS" } : {}),
  });
}
