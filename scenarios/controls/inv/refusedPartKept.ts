/**
 * A command is refused, and what it had moved by then stays moved. The guard that is missing: a refused command is undone to the
 * savepoint before it, and only its refusal is kept.
 */
import { shippedParts, type Parts } from "../../../src/parts.ts";

export const refusedPartKept: Partial<Parts> = {
  carryOut: async (shop, operation) =>
    shippedParts.carryOut(shop, {
      ...operation,
      judge: async (tx) => {
        const verdict = await operation.judge(tx);
        return verdict.outcome === "REJECTED" ? { ...verdict, outcome: "MANUAL_REQUIRED" } : verdict;
      },
    }),
  recordOperation: async (shop, tx, operation, verdict) =>
    shippedParts.recordOperation(
      shop,
      tx,
      operation,
      verdict.outcome === "MANUAL_REQUIRED" ? { ...verdict, outcome: "REJECTED" } : verdict,
    ),
};
