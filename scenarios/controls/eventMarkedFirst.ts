/**
 * A relay marks an event, and sends it then. The guard that is missing: only an answer of the reader's marks it, so that what
 * nobody took is tried again.
 */
import type { Parts } from "../../src/parts.ts";

export const eventMarkedFirst: Partial<Parts> = {
  relayByLease: async (shop, { by, limit }) => {
    const carried = [];
    for (const event of await shop.parts.leaseEvents(shop, by, limit)) {
      carried.push({ eventId: event.event_id, became: await shop.parts.markSent(shop, event) });
      await shop.parts.deliverStockEvent(shop, event);
    }
    return carried;
  },
};
