/**
 * An order is CANCELLED, that is committed, and then its place is given back. The guard that is missing: both are one
 * transaction.
 */
import { shippedParts, type Parts } from "../../src/parts.ts";

export const releaseApart: Partial<Parts> = {
  cancel: async (shop, orderId, cause) => {
    let held: string | undefined;
    const apart = { ...shop.parts, releaseHeld: later };
    async function later(_shop: unknown, _tx: unknown, requestKey: string): Promise<boolean> {
      held = requestKey;
      return Promise.resolve(true);
    }
    const outcome = await shippedParts.cancel({ ...shop, parts: apart }, orderId, cause);
    const key = held;
    if (key !== undefined) await shop.parts.transaction(shop, async (tx) => shop.parts.releaseHeld(shop, tx, key));
    return outcome;
  },
};
