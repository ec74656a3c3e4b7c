/**
 * Ships what was paid, once, although events come again and out of order: the inbox knows each event's id, and an
 * order's version only grows. Both are one transaction with the effect.
 */
import { query, type Tx } from "../database.ts";
import type { Context } from "../parts.ts";
import type { Delivery, Event } from "./event.ts";

export async function consume(shop: Context, event: Event): Promise<Delivery> {
  const { parts } = shop;
  const effect = await parts.transaction(shop, async (tx): Promise<Delivery> => {
    if (!(await parts.admitEvent(shop, tx, event))) return "DUPLICATE";
    return (await parts.applyEvent(shop, tx, event)) ? "APPLIED" : "STALE";
  });
  await parts.recordDelivery(shop, event, effect);
  return effect;
}

/** False when the event was here before. A copy at the same moment waits here for the first one's end. */
export async function admitEvent(_shop: Context, tx: Tx, event: Event): Promise<boolean> {
  const admitted = await tx.query(
    "INSERT INTO ful_inbox (event_id, received_at) VALUES ($1, db_now()) ON CONFLICT DO NOTHING",
    [event.event_id],
  );
  return admitted.rowCount === 1;
}

/** False when the order is known in this version or a later one. */
export async function applyEvent(_shop: Context, tx: Tx, event: Event): Promise<boolean> {
  const shipments = event.event_type === "ORDER_PAID" ? 1 : 0;
  const applied = await tx.query(
    `INSERT INTO fulfillment (order_id, last_version, ship_count, updated_at) VALUES ($1, $2, $3, db_now())
     ON CONFLICT (order_id) DO UPDATE
        SET last_version = EXCLUDED.last_version, updated_at = EXCLUDED.updated_at,
            ship_count = fulfillment.ship_count + EXCLUDED.ship_count
      WHERE fulfillment.last_version < EXCLUDED.last_version`,
    [event.order_id, event.order_version, shipments],
  );
  return applied.rowCount === 1;
}

/** By itself, after the effect: it counts arrivals and decides nothing. */
export async function recordDelivery(shop: Context, event: Event, effect: Delivery): Promise<void> {
  await query(
    shop.ports.database,
    "INSERT INTO ful_received (event_id, order_id, effect, received_at) VALUES ($1, $2, $3, db_now())",
    [event.event_id, event.order_id, effect],
  );
}
