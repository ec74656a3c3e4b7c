/**
 * Money that arrives for an order that has FAILED or was CANCELLED is taken for a repetition, and kept. The guard that
 * is missing: whatever arrives after such an end has to go back.
 */
import { shippedParts, type Parts } from "../../src/parts.ts";

export const lateMoneyKept: Partial<Parts> = {
  applyCharged: async (shop, tx, order, cause) => {
    const { status } = order;
    if (status === "FAILED" || status === "CANCELLED") return { effect: `IGNORED ${status}`, status };
    return shippedParts.applyCharged(shop, tx, order, cause);
  },
};
