/**
 * Whoever has sent COMMIT has committed. The guard that is missing: the server answers ROLLBACK when one of the transaction's
 * statements was refused and nobody minded.
 */
import { RolledBack } from "../../src/database.ts";
import { shippedParts, type Parts } from "../../src/parts.ts";

export const commitSentMeansDone: Partial<Parts> = {
  transaction: async (shop, body) => {
    let done: { readonly value: Awaited<ReturnType<typeof body>> } | undefined;
    try {
      return await shippedParts.transaction(shop, async (tx) => (done = { value: await body(tx) }).value);
    } catch (error) {
      if (error instanceof RolledBack && done !== undefined) return done.value;
      throw error;
    }
  },
};
