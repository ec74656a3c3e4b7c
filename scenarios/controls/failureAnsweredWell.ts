/**
 * A callback is answered with 200 whatever became of it. The guard that is missing: the channel stops repeating itself
 * only when everything is committed, so a failure has to be answered as one.
 */
import type { Effect } from "../../src/order/settle.ts";
import { shippedParts, type Parts } from "../../src/parts.ts";

export const failureAnsweredWell: Partial<Parts> = {
  takeNotice: async (shop, notice): Promise<Effect> => {
    try {
      return await shippedParts.takeNotice(shop, notice);
    } catch {
      return "IGNORED UNKNOWN";
    }
  },
};
