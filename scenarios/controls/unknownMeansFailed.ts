/**
 * An order service that does not hear whether the payment was recorded takes it for a failure, and gives the money back. The
 * guard that is missing: an unknown COMMIT may have been carried out, so nothing is undone without looking.
 */
import { OutcomeUnknown } from "../../src/database.ts";
import { shippedParts, type Parts } from "../../src/parts.ts";

export const unknownMeansFailed: Partial<Parts> = {
  settle: async (shop, orderId, answer, cause) => {
    try {
      return await shippedParts.settle(shop, orderId, answer, cause);
    } catch (error) {
      if (error instanceof OutcomeUnknown && answer.state === "CHARGED") {
        await shop.parts.askRefund(shop, { orderId, refundKey: `rf-${orderId}`, ...answer.payment });
      }
      throw error;
    }
  },
};
