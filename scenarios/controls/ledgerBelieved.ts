/**
 * The replay takes the ledger's last word for every unit. The guard that is missing: each row is held against itself and against the
 * row before it, and what they lead to against the balance.
 */
import type { Parts } from "../../src/parts.ts";
import { untouched } from "../../src/inventory/ledger/replay.ts";

export const ledgerBelieved: Partial<Parts> = {
  replayLedger: (rows) =>
    [...new Set(rows.map(({ unitId }) => unitId))].map((unitId) => {
      const used = rows.filter((row) => row.unitId === unitId);
      const state = used.at(-1)?.after ?? untouched;
      return { unitId, state, used, ignored: [], missed: [], doubted: [], unlike: [] };
    }),
};
