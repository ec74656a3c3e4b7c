/**
 * Whatever is sent under an operation's id is given that operation's answer. The guard that is missing: what was asked is compared
 * with what is asked now.
 */
import type { Answer } from "../../../src/inventory/door/answer.ts";
import type { Parts } from "../../../src/parts.ts";

export const otherWishAnswered: Partial<Parts> = {
  recallOperation: async (_shop, tx, { asked }) => {
    const found = await tx.query<{ answer: Answer }>("SELECT answer FROM inventory_operation WHERE operation_id = $1", [
      asked.operation_id,
    ]);
    return found.rows[0]?.answer;
  },
};
