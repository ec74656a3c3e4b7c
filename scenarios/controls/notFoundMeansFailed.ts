/**
 * Recovery takes NOT_FOUND for the end. The guard that is missing: the order is closed at the channel first, because a
 * request may still be on its way.
 */
import type { Parts } from "../../src/parts.ts";

export const notFoundMeansFailed: Partial<Parts> = {
  notFound: async (shop, orderId) => (await shop.parts.settle(shop, orderId, { state: "CLOSED" }, "query")).effect,
};
