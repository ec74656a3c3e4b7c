/**
 * The consumer writes an event into its inbox, commits, and applies it afterwards. The guard that is missing: the inbox
 * and the effect are one transaction, so that an event that was not applied was never here.
 */
import type { Parts } from "../../src/parts.ts";

export const inboxApart: Partial<Parts> = {
  consume: async (shop, event) => {
    const { parts } = shop;
    const isNew = await parts.transaction(shop, async (tx) => parts.admitEvent(shop, tx, event));
    const applied = isNew && (await parts.transaction(shop, async (tx) => parts.applyEvent(shop, tx, event)));
    const effect = !isNew ? "DUPLICATE" : applied ? "APPLIED" : "STALE";
    await parts.recordDelivery(shop, event, effect);
    return effect;
  },
};
