/**
 * Relays read the unpublished events and do not claim them, and the consumer looks up whether it knows an event before it
 * takes it in. The guards that are missing: FOR UPDATE SKIP LOCKED in the one, and in the other one statement that
 * admits an event or finds it there, and the version that only grows.
 */
import { shippedParts, type Parts } from "../../src/parts.ts";
import { noVersionCheck } from "./noVersionCheck.ts";

export const eventsReadFirst: Partial<Parts> = {
  ...noVersionCheck,
  claimEvents: async (_shop, tx, limit) => {
    const read = await tx.query<{ event_id: string; order_id: string; event_type: string; order_version: number }>(
      `SELECT event_id, order_id, event_type, order_version FROM outbox
        WHERE published_at IS NULL ORDER BY event_id LIMIT $1`,
      [limit],
    );
    return read.rows.map((row) => ({ ...row, event_id: Number(row.event_id) }));
  },
  admitEvent: async (shop, tx, event) => {
    const known = await tx.query("SELECT event_id FROM ful_inbox WHERE event_id = $1", [event.event_id]);
    if (known.rowCount > 0) return false;
    await shippedParts.admitEvent(shop, tx, event);
    return true;
  },
};
