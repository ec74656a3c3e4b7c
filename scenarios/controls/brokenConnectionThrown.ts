/**
 * A connection that breaks during the charge is an error like any other, and is thrown. The guard that is missing: it
 * is one more way to get no answer, and no answer means UNKNOWN.
 */
import { NoAnswer } from "../../src/ports.ts";
import { shippedParts, type Parts } from "../../src/parts.ts";

export const brokenConnectionThrown: Partial<Parts> = {
  askCharge: async (shop, orderId, payment) => {
    const answer = await shippedParts.askCharge(shop, orderId, payment);
    if (answer.state === "NO_ANSWER" && answer.why === "io error") throw new NoAnswer(answer.why);
    return answer;
  },
};
