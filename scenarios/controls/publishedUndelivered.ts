/**
 * The relay marks an event as published whether or not the consumer took it. The guard that is missing: only the
 * consumer's 200 publishes an event.
 */
import { shippedParts, type Parts } from "../../src/parts.ts";

export const publishedUndelivered: Partial<Parts> = {
  deliverEvent: async (shop, event) => {
    await shippedParts.deliverEvent(shop, event);
    return true;
  },
};
