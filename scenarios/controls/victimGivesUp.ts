/**
 * A transaction that the server ended in favour of another is not begun again. The guard that is missing: a deadlock's victim has
 * done nothing, and nothing stands in its way any more.
 */
import { shippedParts, type Parts } from "../../src/parts.ts";

export const victimGivesUp: Partial<Parts> = {
  transaction: async (shop, body) => {
    let refusal: Error | undefined;
    return shippedParts.transaction(shop, async (tx) => {
      if (refusal !== undefined) throw refusal;
      try {
        return await body(tx);
      } catch (error) {
        refusal = error instanceof Error ? error : new Error(String(error));
        throw refusal;
      }
    });
  },
};
