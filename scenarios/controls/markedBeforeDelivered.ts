/**
 * The relay marks its events, commits, and delivers them afterwards. The guard that is missing: an event is marked when
 * the consumer has answered for it, so that a relay that dies in between loses none.
 */
import type { Parts } from "../../src/parts.ts";

export const markedBeforeDelivered: Partial<Parts> = {
  relay: async (shop, { limit }) => {
    const events = await shop.parts.transaction(shop, async (tx) => {
      const claimed = await shop.parts.claimEvents(shop, tx, limit);
      await shop.parts.markPublished(
        shop,
        tx,
        claimed.map(({ event_id }) => event_id),
      );
      return claimed;
    });
    for (const event of events) await shop.parts.deliverEvent(shop, event);
    return { delivered: events.map(({ event_id }) => event_id) };
  },
};
