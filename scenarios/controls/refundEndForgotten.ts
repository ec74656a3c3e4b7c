/**
 * The channel has confirmed a refund, and the shop does not keep that. The guard that is missing: the record that the money is
 * back, which has to stay for as long as anybody may ask again.
 */
import type { Parts } from "../../src/parts.ts";

export const refundEndForgotten: Partial<Parts> = {
  finishRefund: async () => Promise.resolve("REFUNDING"),
};
