/**
 * Carries events from the outbox to the consumer, at least once. Several relays may run: each claims events that
 * nobody else has claimed. It is the one place where a network call happens inside a transaction, so the claim lasts
 * exactly as long as the delivery; a relay that dies gives its events back unpublished.
 */
import type { Tx } from "../database.ts";
import { ask, post } from "../http.ts";
import type { Context } from "../parts.ts";
import { deliveryReply, type Event } from "../fulfillment/event.ts";

export interface Relayed {
  /** Events the consumer has taken, oldest first. */
  readonly delivered: readonly number[];
}

/** One batch. Stops at the first event that is not taken, so that later ones of its order do not overtake it. */
export async function relay(shop: Context, bound: { readonly limit: number }): Promise<Relayed> {
  const { parts } = shop;
  return parts.transaction(shop, async (tx) => {
    const events = await parts.claimEvents(shop, tx, bound.limit);
    const delivered: number[] = [];
    for (const event of events) {
      if (!(await parts.deliverEvent(shop, event))) break;
      delivered.push(event.event_id);
    }
    if (delivered.length > 0) await parts.markPublished(shop, tx, delivered);
    return { delivered };
  });
}

/** The oldest unpublished events that no other relay holds. */
export async function claimEvents(_shop: Context, tx: Tx, limit: number): Promise<readonly Event[]> {
  const claimed = await tx.query<{ event_id: string; order_id: string; event_type: string; order_version: number }>(
    `SELECT event_id, order_id, event_type, order_version FROM outbox
      WHERE published_at IS NULL ORDER BY event_id LIMIT $1 FOR UPDATE SKIP LOCKED`,
    [limit],
  );
  return claimed.rows.map((row) => ({ ...row, event_id: Number(row.event_id) }));
}

/** True only after the consumer's 200. */
export async function deliverEvent(shop: Context, event: Event): Promise<boolean> {
  const { fulfillmentUrl, deliveryTimeoutMs } = shop.config;
  const request = post(`${fulfillmentUrl}/events`, event);
  const heard = await ask(shop.ports.fetch, request, { timeoutMs: deliveryTimeoutMs }, deliveryReply);
  return heard.heard === "reply" && heard.status === 200;
}

export async function markPublished(_shop: Context, tx: Tx, eventIds: readonly number[]): Promise<void> {
  await tx.query("UPDATE outbox SET published_at = db_now() WHERE event_id = ANY($1::bigint[])", [eventIds]);
}
