/**
 * Only PAID is told to others. The guard that is missing: every move into a final state writes its event, whatever the
 * state.
 */
import { shippedParts, type Parts } from "../../src/parts.ts";

export const onlyPaidIsTold: Partial<Parts> = {
  writeEvent: async (shop, tx, order, reached, version) => {
    if (reached === "PAID") await shippedParts.writeEvent(shop, tx, order, reached, version);
  },
};
