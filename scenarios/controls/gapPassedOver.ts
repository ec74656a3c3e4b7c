/**
 * The projector applies any later version. The guard that is missing: it has to be the very next, so that what is missing is noticed.
 */
import { shippedParts, type Parts } from "../../src/parts.ts";

export const gapPassedOver: Partial<Parts> = {
  judgeStockEvent: (view, event) => {
    const effect = shippedParts.judgeStockEvent(view, event);
    return effect === "PAUSED" ? "APPLIED" : effect;
  },
};
