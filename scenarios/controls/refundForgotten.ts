/** An order is REFUNDING and nobody has made the task. The guard that is missing: the task, in the transaction of the move. */
import type { Parts } from "../../src/parts.ts";

export const refundForgotten: Partial<Parts> = {
  insertRefund: () => Promise.resolve(),
};
