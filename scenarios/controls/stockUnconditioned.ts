/**
 * A hold is written when the stock could not be moved. The guard that is missing: the look at what the conditional update
 * answered.
 */
import { shippedParts, type Parts } from "../../src/parts.ts";

export const stockUnconditioned: Partial<Parts> = {
  hold: async (shop, tx, request) => {
    const outcome = await shippedParts.hold(shop, tx, request);
    if (outcome !== "SOLD_OUT") return outcome;
    return (await shop.parts.insertWithinLimit(shop, tx, request)) ? "HELD" : "USER_LIMIT";
  },
};
