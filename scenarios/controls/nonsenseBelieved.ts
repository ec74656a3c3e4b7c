/**
 * An answer to a charge that is not understood is taken for DECLINED. The guard that is missing: what is outside the contract says
 * nothing about the money.
 */
import { shippedParts, type Parts } from "../../src/parts.ts";

export const nonsenseBelieved: Partial<Parts> = {
  askCharge: async (shop, orderId, payment) => {
    const answer = await shippedParts.askCharge(shop, orderId, payment);
    return answer.state === "NOT_UNDERSTOOD" ? { state: "DECLINED", payment } : answer;
  },
};
