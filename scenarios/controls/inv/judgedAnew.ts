/**
 * An operation that comes again is judged again, and what it came to the first time stays written down. The guard that is missing:
 * whoever asks again is given the first answer. The reservation's own state keeps it from a second effect, and not from the
 * answer to somebody who was never refused.
 */
import { answerOf } from "../../../src/inventory/door/answer.ts";
import { shippedParts, type Parts } from "../../../src/parts.ts";

export const judgedAnew: Partial<Parts> = {
  recallOperation: async () => Promise.resolve(undefined),
  recordOperation: async (shop, tx, operation, verdict) => {
    const known = await shippedParts.recallOperation(shop, tx, operation);
    if (known === undefined) return shippedParts.recordOperation(shop, tx, operation, verdict);
    return answerOf({ operation_id: operation.asked.operation_id, command: operation.command }, verdict);
  },
};
