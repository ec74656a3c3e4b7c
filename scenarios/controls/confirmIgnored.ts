/** The hold is confirmed, and the answer to that is thrown away. The guard that is missing: only a place makes PAID. */
import { shippedParts, type Parts } from "../../src/parts.ts";

export const confirmIgnored: Partial<Parts> = {
  confirmHeld: async (shop, tx, requestKey) => {
    await shippedParts.confirmHeld(shop, tx, requestKey);
    return true;
  },
};
