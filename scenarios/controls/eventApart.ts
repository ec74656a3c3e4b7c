/**
 * The event of a move is written in a transaction of its own, after the move's. The guard that is missing: both are one
 * transaction, or a move may be told to nobody.
 */
import type { Tx } from "../../src/database.ts";
import { shippedParts, type Parts } from "../../src/parts.ts";

type Write = (own: Tx) => Promise<void>;

/** What the transactions that are open have still to tell. */
const untold = new WeakMap<Tx, Write[]>();

export const eventApart: Partial<Parts> = {
  writeEvent: async (shop, tx, ...move) => {
    untold.get(tx)?.push((own) => shippedParts.writeEvent(shop, own, ...move));
    return Promise.resolve();
  },
  transaction: async (shop, body) => {
    let writes: Write[] = [];
    const value = await shippedParts.transaction(shop, async (tx) => {
      writes = [];
      untold.set(tx, writes);
      return body(tx);
    });
    for (const write of writes) await shippedParts.transaction(shop, write);
    return value;
  },
};
