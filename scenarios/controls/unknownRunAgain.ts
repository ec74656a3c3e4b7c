/**
 * A transaction whose COMMIT got no reply is run again. The guard that is missing: only a serialization failure or a
 * deadlock tells that nothing was done; a lost reply tells nothing.
 */
import { OutcomeUnknown } from "../../src/database.ts";
import { shippedParts, type Parts } from "../../src/parts.ts";

export const unknownRunAgain: Partial<Parts> = {
  transaction: async (shop, body) => {
    try {
      return await shippedParts.transaction(shop, body);
    } catch (error) {
      if (error instanceof OutcomeUnknown) return shippedParts.transaction(shop, body);
      throw error;
    }
  },
};
