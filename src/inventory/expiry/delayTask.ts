/**
 * The delay task of a hold: whoever has begun the hold asks the expiry service to end it at its deadline, so that its pieces are for
 * sale again in that moment and not with the next sweep. It is asked for after the commit, beside the caller, and waits in memory:
 * it may be lost, come late, or twice, and nothing rests on it. When its time has come it does what a sweep of this one hold does.
 */
import { z } from "zod";
import { query } from "../../database.ts";
import { ask, post } from "../../http.ts";
import type { Context } from "../../parts.ts";
import { reservationId } from "../door/asked.ts";
import type { By } from "../stock/reservation.ts";

/** What the expiry service is asked. */
export const expiryBody = z.strictObject({ request_key: reservationId });

/** WAITING: the task is there, for as long as this process is. */
const expiryReply = z.object({ outcome: z.enum(["WAITING", "INVALID", "ERROR"]) });

const byTask: By = { operator: "expiry", reason: "its time was over" };

/** Where there is no expiry service nothing is asked; where it does not answer nothing is done about that: the sweep comes. */
export function arrangeExpiry(shop: Context, requestKey: string): void {
  const { config, ports } = shop;
  const { expiryUrl, deliveryTimeoutMs } = config;
  if (expiryUrl === undefined) return;
  ports.background(`arrange the end of ${requestKey}`, async () => {
    const request = post(`${expiryUrl}/expiries`, { request_key: requestKey });
    await ask(ports.fetch, request, { timeoutMs: deliveryTimeoutMs }, expiryReply);
  });
}

/**
 * RELEASED by this very task. OVER: it is not HELD any more, or never was. LEFT to others: it is overdue, and somebody works on it
 * right now, or its epoch is over.
 */
export type Expired = "RELEASED" | "OVER" | "LEFT";

/** Waits by this host's clock and is judged by the database's: whoever wakes too early looks, and waits for the rest. */
export async function expire(shop: Context, requestKey: string): Promise<Expired> {
  const { parts, ports } = shop;
  for (;;) {
    const leftMs = await parts.timeLeft(shop, requestKey);
    if (leftMs === undefined) return "OVER";
    if (leftMs <= 0) {
      const { released } = await parts.releaseDue(shop, byTask, requestKey);
      return released.length > 0 ? "RELEASED" : "LEFT";
    }
    await ports.clock.sleep(leftMs);
  }
}

/** Milliseconds until a hold's deadline, rounded up, 0 when it has passed, a day at most; undefined when the hold is not HELD. */
export async function timeLeft(shop: Context, requestKey: string): Promise<number | undefined> {
  const found = await query<{ leftMs: number }>(
    shop.ports.database,
    `SELECT least(greatest(ceil(extract(epoch FROM expires_at - db_now()) * 1000), 0), 86400000)::int AS "leftMs"
       FROM reservation WHERE request_key = $1 AND status = 'HELD'`,
    [requestKey],
  );
  return found.rows[0]?.leftMs;
}
