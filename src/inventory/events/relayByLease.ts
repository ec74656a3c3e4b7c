/**
 * Carries the inventory's events to whoever shows it, at least once. A relay takes a batch by a lease, which is committed before
 * anything is sent; it delivers outside of any transaction, and may write what became of an event only while its lease
 * has not been given to another. The events of one unit go in the order of their versions: while an earlier one waits or is
 * dead, later ones wait for it. Those of other units do not.
 */
import { query } from "../../database.ts";
import { ask, post } from "../../http.ts";
import { limits } from "../../limits.ts";
import type { Context } from "../../parts.ts";
import { stockEventReply, type StockEvent } from "../../projection/event.ts";

/** An event, and the lease under which this relay has it. */
export interface Leased extends StockEvent {
  readonly lease_owner: string;
  /** Tries before this one. */
  readonly attempts: number;
}

/** What became of an event; LEASE_LOST when that is another's to say by now. */
export type Carried = "SENT" | "POSTPONED" | "DEAD" | "LEASE_LOST";

export type CarriedEvents = readonly { readonly eventId: number; readonly became: Carried }[];

/** One batch. @param by the relay's name, for people: its lease is told from all others by a number. */
export async function relayByLease(
  shop: Context,
  { by, limit }: { readonly by: string; readonly limit: number },
): Promise<CarriedEvents> {
  const { parts } = shop;
  const carried: { eventId: number; became: Carried }[] = [];
  const waiting = new Set<string>();
  for (const event of await parts.leaseEvents(shop, by, limit)) {
    if (waiting.has(event.unit_id)) continue;
    const refusal = await attempt(shop, event);
    const became =
      refusal === undefined ? await parts.markSent(shop, event) : await parts.postpone(shop, event, refusal);
    carried.push({ eventId: event.event_id, became });
    if (became === "LEASE_LOST") break;
    if (became !== "SENT") waiting.add(event.unit_id);
  }
  return carried;
}

/** Only leases that ran out, of relays that did not live to say why, can have used up all tries. */
async function attempt(shop: Context, event: Leased): Promise<string | undefined> {
  if (event.attempts >= shop.config.eventAttemptsMax) return "whoever tried it last did not come back";
  return shop.parts.deliverStockEvent(shop, event);
}

/** The oldest events that may go now, of each unit from its first unsent one on. Another's lease that has run out is taken over. */
export async function leaseEvents(shop: Context, by: string, limit: number): Promise<readonly Leased[]> {
  type AsText = "event_id" | "aggregate_version";
  type Stored = Omit<Leased, AsText | "occurred_at"> &
    Readonly<Record<AsText, string>> & { readonly occurred_at: Date };
  const leased = await query<Stored>(shop.ports.database, lease, [by, shop.config.relayLeaseMs, limit]);
  return leased.rows
    .map(({ event_id, aggregate_version, occurred_at, ...event }) => ({
      ...event,
      event_id: Number(event_id),
      aggregate_version: Number(aggregate_version),
      occurred_at: occurred_at.toISOString(),
    }))
    .sort((a, b) => a.event_id - b.event_id);
}

// RECURSIVE only so that what matters may come first. Whoever has locked a unit's first unsent event has all that follow it, so
// SKIP LOCKED passes over units and never breaks their order. A lease that ran out counts as a try: nobody has said how it ended.
const lease = `WITH RECURSIVE leased AS (
    UPDATE inventory_outbox o
       SET lease_owner = $1 || '/' || number, lease_expires_at = db_now() + $2::int * interval '1 millisecond',
           attempts = attempts + (lease_owner IS NOT NULL AND o.event_id = first_id)::int
      FROM batch, (SELECT nextval('inventory_lease_number') AS number) AS drawn
     WHERE o.event_id = batch.event_id
    RETURNING o.*),
  batch AS (
    SELECT o.event_id, f.event_id AS first_id FROM inventory_outbox o JOIN first f USING (unit_id)
     WHERE o.status = 'PENDING' ORDER BY o.event_id LIMIT $3),
  first AS (
    SELECT event_id, unit_id FROM inventory_outbox o
     WHERE status = 'PENDING' AND coalesce(next_attempt_at <= (SELECT db_now()), true)
       AND coalesce(lease_expires_at <= (SELECT db_now()), true)
       AND NOT EXISTS (SELECT FROM inventory_outbox e WHERE e.unit_id = o.unit_id
                          AND e.aggregate_version < o.aggregate_version AND e.status <> 'SENT')
     ORDER BY event_id LIMIT $3 FOR UPDATE SKIP LOCKED)
  SELECT event_id, unit_id, aggregate_version, epoch, schema_version, event_type, payload, occurred_at, lease_owner, attempts
    FROM leased`;

/** Undefined when the reader has it for good; else why not, as far as that is known. */
export async function deliverStockEvent(shop: Context, event: StockEvent): Promise<string | undefined> {
  const { projectorUrl, deliveryTimeoutMs } = shop.config;
  const request = post(`${projectorUrl}/inventory/projection/events`, event);
  const heard = await ask(shop.ports.fetch, request, { timeoutMs: deliveryTimeoutMs }, stockEventReply);
  if (heard.heard === "nothing") return `no answer: ${heard.why}`;
  if (heard.heard === "nonsense") return heard.detail;
  if ("effect" in heard.body) return heard.status === 200 ? undefined : `${heard.status} ${heard.body.effect}`;
  return [heard.status, heard.body.outcome, ...heard.body.problems].join(" ");
}

export async function markSent(shop: Context, { event_id, lease_owner }: Leased): Promise<Carried> {
  const marked = await query(
    shop.ports.database,
    `UPDATE inventory_outbox SET status = 'SENT', sent_at = db_now(), lease_owner = NULL, lease_expires_at = NULL
      WHERE event_id = $1 AND lease_owner = $2`,
    [event_id, lease_owner],
  );
  return marked.rowCount === 1 ? "SENT" : "LEASE_LOST";
}

/** The event waits, each time twice as long, or is dead; what this relay has of its unit behind it is anybody's again. */
export async function postpone(shop: Context, { event_id, lease_owner }: Leased, why: string): Promise<Carried> {
  const { eventBackoffMs, eventBackoffMaxMs, errorLengthMax } = limits;
  const tried = await query<{ status: "PENDING" | "DEAD" }>(shop.ports.database, postponed, [
    event_id,
    lease_owner,
    why.slice(0, errorLengthMax),
    shop.config.eventAttemptsMax,
    eventBackoffMs,
    eventBackoffMaxMs,
  ]);
  const [event] = tried.rows;
  if (event === undefined) return "LEASE_LOST";
  return event.status === "DEAD" ? "DEAD" : "POSTPONED";
}

const postponed = `WITH tried AS (
    UPDATE inventory_outbox
       SET attempts = attempts + 1, last_error = $3, lease_owner = NULL, lease_expires_at = NULL,
           status = CASE WHEN attempts + 1 < $4 THEN 'PENDING' ELSE 'DEAD' END,
           next_attempt_at = db_now() + least($5::float8 * 2 ^ attempts, $6::float8) * interval '1 millisecond'
     WHERE event_id = $1 AND lease_owner = $2
    RETURNING event_id, unit_id, status),
  behind AS (
    UPDATE inventory_outbox o SET lease_owner = NULL, lease_expires_at = NULL
      FROM tried t WHERE o.unit_id = t.unit_id AND o.lease_owner = $2 AND o.event_id <> t.event_id)
  SELECT status FROM tried`;
