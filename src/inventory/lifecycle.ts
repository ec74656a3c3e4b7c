/**
 * The life of a unit, on one page: its states, the moves between them, and what may be done with its pieces in each. A unit
 * that is FROZEN makes no new promise and keeps those that it made: what is held can be confirmed and released (that
 * confirming goes on is a decision of ours, the model leaves it open).
 */

export const unitStatuses = ["INIT", "READY", "ACTIVE", "FROZEN", "REBUILDING", "RETIRED"] as const;
export type UnitStatus = (typeof unitStatuses)[number];

/** What happened to a unit, as its ledger says it. */
export const changeKinds = [
  ...(["OPEN", "HOLD", "CONFIRM", "RELEASE"] as const),
  ...(["LOCK", "UNLOCK", "ADJUST", "REFUND", "SETTLE"] as const),
  ...(["STATUS", "EPOCH"] as const),
];
export type ChangeKind = (typeof changeKinds)[number];

const moves: Readonly<Record<UnitStatus, readonly UnitStatus[]>> = {
  INIT: ["READY"],
  READY: ["ACTIVE", "RETIRED"],
  ACTIVE: ["FROZEN", "RETIRED"],
  FROZEN: ["REBUILDING", "ACTIVE", "RETIRED"],
  REBUILDING: ["FROZEN", "ACTIVE"],
  RETIRED: [],
};

export function isMove(from: UnitStatus, to: UnitStatus): boolean {
  return moves[from].includes(to);
}

const promised: readonly UnitStatus[] = ["ACTIVE", "FROZEN", "REBUILDING", "RETIRED"];

/** In which states of a unit a change of this kind may be made. */
export const allowedIn: Readonly<Record<ChangeKind, readonly UnitStatus[]>> = {
  OPEN: ["INIT"],
  HOLD: ["ACTIVE"],
  CONFIRM: promised,
  RELEASE: promised,
  SETTLE: promised,
  LOCK: ["ACTIVE"],
  UNLOCK: ["ACTIVE", "RETIRED"],
  ADJUST: ["ACTIVE"],
  REFUND: ["ACTIVE", "RETIRED"],
  STATUS: unitStatuses,
  EPOCH: ["FROZEN", "REBUILDING"],
};
