/**
 * A refund that gets no answer in time counts as refused. The guard that is missing: only a definite refusal ends a
 * refund task, so that a new key never runs beside an old one.
 */
import { shippedParts, type Parts } from "../../src/parts.ts";

export const silenceMeansRefused: Partial<Parts> = {
  askRefund: async (shop, task) => {
    const answer = await shippedParts.askRefund(shop, task);
    return answer.state === "NO_ANSWER" ? { state: "REFUSED", why: answer.why } : answer;
  },
};
