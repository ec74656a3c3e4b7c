/**
 * An order that got another place moves to PAID without telling anybody. The guard that is missing: every move to a
 * terminal state writes its event in the same transaction.
 */
import { shippedParts, type Parts } from "../../src/parts.ts";

export const noEventWhenHeldAgain: Partial<Parts> = {
  writeEvent: async (shop, tx, order, reached, version) => {
    if (reached === "PAID" && order.status === "UNKNOWN") return;
    await shippedParts.writeEvent(shop, tx, order, reached, version);
  },
};
