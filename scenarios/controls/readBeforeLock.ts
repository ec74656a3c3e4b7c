/**
 * An order is read, then locked, and judged by what was read. The guard that is missing: the state that counts is the one
 * that the lock gives.
 */
import { shippedParts, type Parts } from "../../src/parts.ts";
import { readOrder } from "./readOrder.ts";

export const readBeforeLock: Partial<Parts> = {
  lockOrder: async (shop, tx, orderId) => {
    const read = await readOrder(tx, orderId);
    await shippedParts.lockOrder(shop, tx, orderId);
    return read;
  },
};
