/**
 * A hold of an older epoch is settled by whoever asks, as often as he does. The guard that is missing: the condition in the
 * statement that settles it, by which it is HELD, and of an epoch before its unit's.
 */
import type { Tx } from "../../../src/database.ts";
import { shippedParts, type Parts } from "../../../src/parts.ts";

export const settledAgain: Partial<Parts> = {
  settleOutdated: async (shop, tx, ...asked) => shippedParts.settleOutdated(shop, unconditioned(tx), ...asked),
};

/** The same statements; that which settles looks at the reservation's key alone. */
function unconditioned(tx: Tx): Tx {
  const query: Tx["query"] = async (text, values) =>
    tx.query(text.replace(/ AND status = 'HELD'\s+AND EXISTS \(.*?l\.epoch <> b\.epoch\)/s, ""), values);
  return { query };
}
