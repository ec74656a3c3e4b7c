/**
 * PAYING is written when the channel has answered. The guard that is missing: it is committed before the call, so that a
 * process that dies after the charge leaves a trace.
 */
import { shippedParts, type Parts } from "../../src/parts.ts";
import { chargedBeforePaying } from "./chargedBeforePaying.ts";

export const payingAfterCall: Partial<Parts> = {
  ...chargedBeforePaying,
  askCharge: async (shop, orderId, payment) => {
    const answer = await shippedParts.askCharge(shop, orderId, payment);
    await shippedParts.beginPay(shop, orderId);
    return answer;
  },
};
