/** A move is told by two events. The guard that is missing: one move, one event. */
import { shippedParts, type Parts } from "../../src/parts.ts";

export const eventTwice: Partial<Parts> = {
  writeEvent: async (shop, tx, order, reached, version) => {
    await shippedParts.writeEvent(shop, tx, order, reached, version);
    await shippedParts.writeEvent(shop, tx, order, reached, version);
  },
};
