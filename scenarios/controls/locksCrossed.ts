/**
 * Whoever settles an order locks its reservation first and then the order. The guard that is missing: everybody takes the
 * locks in one order. The server ends one of two that wait for each other, and its transaction is begun again.
 */
import { shippedParts, type Parts } from "../../src/parts.ts";

export const locksCrossed: Partial<Parts> = {
  applyAnswer: async (shop, tx, orderId, answer, cause) => {
    await tx.query("SELECT 1 FROM reservation WHERE request_key = $1 FOR UPDATE", [`${orderId}/r1`]);
    return shippedParts.applyAnswer(shop, tx, orderId, answer, cause);
  },
};
