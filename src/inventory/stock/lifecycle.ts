/**
 * The life of a unit, as one table: its states, the moves between them, and what may be done with its pieces in each. A unit
 * that is FROZEN makes no new promise and keeps those that it made: what is held can be confirmed and released (that
 * confirming goes on is a decision of ours, the model leaves it open). The documentation is printed from it.
 */
import { markdownTable, stateDiagram } from "../../diagram.ts";

/** What happened to a unit, as its ledger says it. */
export const changeKinds = [
  ...(["OPEN", "HOLD", "CONFIRM", "RELEASE"] as const),
  ...(["LOCK", "UNLOCK", "ADJUST", "REFUND", "SETTLE"] as const),
  ...(["STATUS", "EPOCH"] as const),
];
export type ChangeKind = (typeof changeKinds)[number];

interface StateFacts {
  readonly starts: string;
  readonly holds: string;
  /** What may be done with its pieces; a change of state may always be tried. */
  readonly allows: readonly Exclude<ChangeKind, "STATUS">[];
  readonly ends: string;
}

export const states = {
  INIT: {
    starts: "the unit is made, with a balance of nought",
    holds: "nothing can be promised",
    allows: ["OPEN"],
    ends: "its first pieces are booked and its rules are checked",
  },
  READY: {
    starts: "all that is ours is there",
    holds: "nothing is promised yet: what is somebody else's to say (price, supplier, start of the sale) is awaited",
    allows: ["ADJUST"],
    ends: "it is put on sale, or given up",
  },
  ACTIVE: {
    starts: "it is put on sale",
    holds: "what is available may be promised",
    allows: ["HOLD", "CONFIRM", "RELEASE", "LOCK", "UNLOCK", "ADJUST", "REFUND", "SETTLE"],
    ends: "it is frozen, or taken off sale",
  },
  FROZEN: {
    starts: "somebody, or a difference that was found, stops it",
    holds: "no new promise; those that were made are kept",
    allows: ["CONFIRM", "RELEASE", "SETTLE", "EPOCH"],
    ends: "the checks of safety, liveness and explanation pass; or it is rebuilt, or taken off sale",
  },
  REBUILDING: {
    starts: "what others are shown of it is made anew from the facts, under the next epoch",
    holds: "as FROZEN",
    allows: ["CONFIRM", "RELEASE", "SETTLE", "EPOCH"],
    ends: "what is shown agrees with the facts",
  },
  RETIRED: {
    starts: "it is taken off sale for good",
    holds: "no new promise, ever; those that were made are kept",
    allows: ["CONFIRM", "RELEASE", "UNLOCK", "REFUND", "SETTLE"],
    ends: "never",
  },
} as const satisfies Record<string, StateFacts>;

export type UnitStatus = keyof typeof states;
export const unitStatuses = Object.keys(states) as readonly UnitStatus[];

export const moves: readonly { readonly from: UnitStatus; readonly to: UnitStatus; readonly when: string }[] = [
  { from: "INIT", to: "READY", when: "made and checked" },
  { from: "INIT", to: "ACTIVE", when: "made and checked, with nothing to wait for" },
  { from: "READY", to: "ACTIVE", when: "put on sale" },
  { from: "READY", to: "RETIRED", when: "given up" },
  { from: "ACTIVE", to: "FROZEN", when: "frozen" },
  { from: "ACTIVE", to: "RETIRED", when: "taken off sale" },
  { from: "FROZEN", to: "ACTIVE", when: "the three checks pass" },
  { from: "FROZEN", to: "REBUILDING", when: "to be rebuilt" },
  { from: "FROZEN", to: "RETIRED", when: "taken off sale" },
  { from: "REBUILDING", to: "FROZEN", when: "given up" },
  { from: "REBUILDING", to: "ACTIVE", when: "what is shown agrees with the facts" },
];

export function isMove(from: UnitStatus, to: UnitStatus): boolean {
  return moves.some((move) => move.from === from && move.to === to);
}

/** In which states of a unit a change of this kind may be made. */
export const allowedIn = Object.fromEntries(
  changeKinds.map((kind) => [kind, unitStatuses.filter((status) => isAllowed(kind, status))]),
) as unknown as Readonly<Record<ChangeKind, readonly UnitStatus[]>>;

function isAllowed(kind: ChangeKind, status: UnitStatus): boolean {
  const allows: readonly ChangeKind[] = states[status].allows;
  return kind === "STATUS" || allows.includes(kind);
}

/** The table as a Mermaid state diagram. */
export function mermaid(): string {
  return stateDiagram("INIT: made", moves);
}

/** The states as a Markdown table. */
export function stateTable(): string {
  return markdownTable(
    ["state", "starts with", "what holds", "what may be done", "ends with"],
    unitStatuses.map((status) => {
      const { starts, holds, allows, ends } = states[status];
      return [`\`${status}\``, starts, holds, allows.join(" "), ends];
    }),
  );
}
