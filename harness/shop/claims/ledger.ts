/** Claims about the inventory's ledger, its archive, and what is read out of them. */

import { claim, type Claim } from "./claim.ts";

const ledgerLabels = ["LEDGER_ROW_IGNORED", "LEDGER_ROW_MISSED", "LEDGER_ROW_DOUBTED", "LEDGER_UNLIKE_UNIT"];

export const ledgerLeads: Claim = claim({
  says: "the inventory's ledger leads from row to row, and to what every unit is",
  noun: "unit",
  subjects: ({ books }) => books.balances,
  broken: ({ unitId }, { report }) =>
    report.completeness.find(({ about, label }) => about === unitId && ledgerLabels.includes(label))?.text,
});

export const replayExplains: Claim = claim({
  says: "whenever the ledger is replayed with its archive, it explains every balance",
  noun: "replay",
  subjects: ({ bookkeeping }) => bookkeeping.replays,
  broken: ({ remarks }) => (remarks.length === 0 ? undefined : remarks.join("; ")),
});

export const forcedIsNamed: Claim = claim({
  says: "whatever is forced upon the ledger or its archive, a replay names it",
  noun: "forced change",
  subjects: ({ bookkeeping }) => bookkeeping.forced,
  broken: ({ what, named }) => (named.length > 0 ? undefined : `${what}, and nothing was said of it`),
});

export const asTheModelSays: Claim = claim({
  says: "after every command its answer and all that a unit is are what the model says, and its buckets add up",
  noun: "comparison",
  subjects: ({ bookkeeping }) => bookkeeping.compared,
  broken: ({ what, differs }) => (differs.length === 0 ? undefined : `${what}: ${differs.join("; ")}`),
});
