/**
 * The consumer ships for every event that is new to it. The guard that is missing: only ORDER_PAID is a reason to ship.
 */
import { shippedParts, type Parts } from "../../src/parts.ts";

export const shipsEveryEvent: Partial<Parts> = {
  applyEvent: async (shop, tx, event) => shippedParts.applyEvent(shop, tx, { ...event, event_type: "ORDER_PAID" }),
};
