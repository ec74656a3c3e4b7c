/**
 * A relay writes that an event was not taken, whoever has it by now. The guard that is missing: its own lease, by which the
 * statement finds nothing once another relay has taken the event over, and sent it.
 */
import { query } from "../../src/database.ts";
import { shippedParts, type Parts } from "../../src/parts.ts";

export const staleLeaseWrites: Partial<Parts> = {
  postpone: async (shop, event, why) => {
    const became = await shippedParts.postpone(shop, event, why);
    if (became !== "LEASE_LOST") return became;
    const again = "UPDATE inventory_outbox SET status = 'PENDING', last_error = $2 WHERE event_id = $1";
    await query(shop.ports.database, again, [event.event_id, why]);
    return "POSTPONED";
  },
};
