/** Claims about the inventory as any caller uses it: what commands were answered, what became of reservations. */

import { allowedIn } from "../../../src/inventory/stock/lifecycle.ts";
import type { End } from "../books.ts";
import { wasBegun, without, type BookedOperation, type HeardCommand } from "../operations.ts";
import { claim, counted, type Claim } from "./claim.ts";

/** Answers that say how a command ended. */
const judged = ({ commands }: End): readonly HeardCommand[] =>
  commands.filter(({ said }) => said.outcome !== "ACCEPTED" && said.outcome !== "UNKNOWN");

const answersOf = (end: End): readonly HeardCommand[] => judged(end).filter(({ said }) => wasBegun(said));

export const everyCommandJudged: Claim = claim({
  says: "every command is judged, and its caller told how",
  noun: "operation",
  subjects: ({ commands }) => [...new Set(commands.map(({ operationId }) => operationId))],
  broken: (operationId, end) =>
    judged(end).some((one) => one.operationId === operationId)
      ? undefined
      : `${operationId}: nobody was told how it ended`,
});

export const answeredTheSame: Claim = claim({
  says: "an operation is answered as it is written down, whoever asks and however often",
  noun: "answer",
  subjects: answersOf,
  broken: ({ operationId, said, answer }, { operations }) => {
    const known = operations.find((one) => one.operationId === operationId);
    if (known === undefined) return `${operationId} was answered ${inShort(said)} and is not written down`;
    if (without(known.said) === answer) return undefined;
    return `${operationId} was answered ${inShort(said)}, and written down is ${inShort(known.said)}`;
  },
});

export const oneWishEach: Claim = claim({
  says: "what is sent under the id of another operation is refused",
  noun: "operation",
  subjects: (end) => [...new Set(answersOf(end).map(({ operationId }) => operationId))],
  broken: (operationId, end) => {
    const wishes = new Set(answersOf(end).flatMap((one) => (one.operationId === operationId ? [one.wish] : [])));
    return wishes.size === 1 ? undefined : `${operationId} was the answer to ${wishes.size} different requests`;
  },
});

/** By the versions that each answer names. Whether balances follow from the ledger is another claim. */
export const effectAsAnswered: Claim = claim({
  says: "what was COMMITTED is in the ledger, and what was REJECTED is not",
  noun: "operation",
  subjects: ({ operations }) => operations,
  broken: (operation, { books }) => {
    const { operationId, said } = operation;
    const rows = rowsOf(operation, books.ledger);
    if (said.outcome !== "COMMITTED") {
      return rows.length === 0 ? undefined : `${operationId} was ${inShort(said)}, and moved ${unitsOf(rows)}`;
    }
    const { versions = [] } = said;
    const missing = versions.filter(({ unit_id, version }) => {
      return !books.ledger.some((row) => row.unitId === unit_id && row.version === version);
    });
    if (missing.length === 0) return undefined;
    return `${operationId} was COMMITTED, and the ledger has no ${missing.map((one) => `v${one.version} of ${one.unit_id}`).join(", ")}`;
  },
});

export const reservedWhole: Claim = claim({
  says: "a Reserve keeps all that was asked for, line by line, or nothing",
  noun: "Reserve",
  subjects: ({ operations }) => operations.filter(({ command }) => command === "reserve"),
  broken: ({ operationId, said }, end) => {
    const asked = linesOf(end, operationId);
    if (asked === undefined) return undefined;
    const { books } = end;
    const wanted = said.outcome === "COMMITTED" ? piecesOf(asked.map((one) => [one.unit_id, one.quantity])) : "nothing";
    const kept = piecesOf(
      books.reservations
        .filter(({ requestKey }) => requestKey === operationId)
        .map((one) => [one.unitId, one.quantity]),
    );
    return wanted === kept ? undefined : `${operationId} was ${inShort(said)}, and keeps ${kept} of ${wanted}`;
  },
});

/** For stories in which nothing is given back: what is left at the end was left all the time. */
export const refusedWhenSoldOut: Claim = claim({
  says: "nobody is refused a piece while one is left",
  noun: "Reserve",
  subjects: ({ operations }) => operations.filter(({ command }) => command === "reserve"),
  broken: ({ operationId, said }, end) => {
    const asked = linesOf(end, operationId);
    if (said.outcome === "COMMITTED" || asked === undefined) return undefined;
    const { books } = end;
    const left = ({ unit_id, quantity }: (typeof asked)[number]): boolean =>
      (books.balances.find(({ unitId }) => unitId === unit_id)?.available ?? 0) >= quantity;
    return asked.every(left) ? `${operationId} was ${inShort(said)}, and what it wanted is still for sale` : undefined;
  },
});

/** Counted by the reservations themselves, which no balance can hide. */
export const promisedOnce: Claim = claim({
  says: "no more pieces are promised than there are",
  noun: "unit",
  subjects: ({ books }) =>
    books.balances.filter(({ unitId }) => books.reservations.some((one) => one.unitId === unitId)),
  broken: ({ unitId, total }, { books }) => {
    const kept = books.reservations.filter((one) => one.unitId === unitId && one.status !== "RELEASED");
    const promised = kept.reduce((pieces, { quantity }) => pieces + quantity, 0);
    return promised <= total ? undefined : `${unitId}: ${promised} pieces are promised, and there are ${total}`;
  },
});

const ends: Readonly<Record<string, readonly string[]>> = {
  CONFIRM: ["CONFIRMED", "REFUNDED"],
  RELEASE: ["RELEASED"],
  SETTLE: ["CONFIRMED", "RELEASED"],
};

/** Line by line: what left the held pieces in its name, and by which operation. */
export const endedOnce: Claim = claim({
  says: "a reservation ends once, and the ledger says how",
  noun: "reservation",
  subjects: ({ holds }) => holds,
  broken: ({ requestKey, status }, { books }) => {
    const rows = books.ledger.filter((row) => row.requestKey === requestKey && row.kind in ends && row.deltas.held < 0);
    const operations = [...new Set(rows.map(({ operation }) => operation))];
    if (operations.length !== (status === "HELD" ? 0 : 1)) {
      return `${requestKey} is ${status}, and the ledger has ${counted(operations, "end")} of it: ${operations.join(", ")}`;
    }
    const other = rows.find(({ kind }) => ends[kind]?.includes(status) === false);
    if (other !== undefined) return `${requestKey} is ${status}, and the ledger says ${other.kind}`;
    const lines = books.reservations.filter((one) => one.requestKey === requestKey && status !== "HELD");
    const kept = piecesOf(lines.map((one) => [one.unitId, one.quantity]));
    const moved = piecesOf(rows.map(({ unitId, deltas }) => [unitId, -deltas.held]));
    return kept === moved ? undefined : `${requestKey} kept ${kept}, and its end moved ${moved}`;
  },
});

/** Where the deadline decides. */
export const confirmedInTime: Claim = claim({
  says: "a hold is confirmed before its deadline",
  noun: "reservation",
  subjects: ({ holds }) => holds,
  broken: ({ requestKey, status, late }) =>
    status === "CONFIRMED" && late ? `${requestKey} was confirmed at its deadline or after it` : undefined,
});

/** For stories that are not over before somebody has swept. */
export const noneOverdue: Claim = claim({
  says: "no hold is kept after its deadline for good",
  noun: "reservation",
  subjects: ({ holds }) => holds,
  broken: ({ requestKey, overdue }) => (overdue ? `${requestKey} is HELD, and its time is over` : undefined),
});

/** Whoever ends holds because their time is over. */
const byTheClock: readonly (string | null)[] = ["sweeper", "expiry"];

export const expiredInTime: Claim = claim({
  says: "no hold expires before its deadline",
  noun: "expired reservation",
  subjects: ({ holds }) => holds.filter(({ endedBy }) => byTheClock.includes(endedBy)),
  broken: ({ requestKey, late, endedBy }) =>
    late ? undefined : `${requestKey} was ended by the ${endedBy} before its deadline`,
});

/** What a Reserve asked for; undefined when nobody heard an answer to it. */
function linesOf(end: End, operationId: string): HeardCommand["asked"]["lines"] {
  return answersOf(end).find((one) => one.operationId === operationId)?.asked.lines;
}

/** A hold of an older epoch is settled before it ends, or by that. */
export const endedInItsEpoch: Claim = claim({
  says: "a hold is confirmed and released only in the epoch in which it was kept, or settled",
  noun: "reservation",
  subjects: ({ holds }) => holds,
  broken: ({ requestKey }, { books }) => {
    const rows = books.ledger.filter((row) => row.requestKey === requestKey);
    const outdated = rows.find((row, nth) => {
      if (row.kind !== "CONFIRM" && row.kind !== "RELEASE") return false;
      const kept = rows.slice(0, nth).findLast(({ unitId, kind }) => unitId === row.unitId && kind !== row.kind);
      return kept?.after.epoch !== row.before.epoch;
    });
    return outdated === undefined
      ? undefined
      : `${outdated.operation}: kept in another epoch of ${outdated.unitId} than ${outdated.before.epoch}`;
  },
});

/** By the rows of its settlements, unit by unit: each of an epoch of its own. */
export const settledOnce: Claim = claim({
  says: "a hold is settled once an epoch",
  noun: "settlement",
  subjects: ({ books }) => books.ledger.filter(({ kind }) => kind === "SETTLE"),
  broken: (row, { books }) => {
    const before = books.ledger.find(
      (one) =>
        one.kind === "SETTLE" &&
        one.requestKey === row.requestKey &&
        one.unitId === row.unitId &&
        one.before.epoch === row.before.epoch,
    );
    return before === row || before === undefined
      ? undefined
      : `${row.operation}: ${row.requestKey ?? ""} was settled in epoch ${row.before.epoch} by ${before.operation}`;
  },
});

export const movedInState: Claim = claim({
  says: "pieces are moved only while their unit's state lets them",
  noun: "ledger row",
  subjects: ({ books }) => books.ledger,
  broken: ({ operation, unitId, kind, before }) =>
    allowedIn[kind].includes(before.status) ? undefined : `${operation}: ${kind} while ${unitId} was ${before.status}`,
});

export const adjustedAsCounted: Claim = claim({
  says: "an adjustment is booked once, and at the version that was counted",
  noun: "adjustment",
  subjects: ({ commands }) => commands.filter(({ asked }) => asked.adjustment_id !== undefined),
  broken: ({ operationId, asked, said }, { books }) => {
    if (said.outcome !== "COMMITTED") return undefined;
    const row = books.ledger.find(({ operation }) => operation === `adjust ${asked.adjustment_id}`);
    if (row?.before.version === asked.expected_version) return undefined;
    return `${operationId} counted v${asked.expected_version}, and was booked after v${row?.before.version}`;
  },
});

/** What came out of an open lock goes back there, and out of one that has ended to ordinary sale. */
export const lockedForActivities: Claim = claim({
  says: "what is locked is what open locks have not given out",
  noun: "lock",
  subjects: ({ locks }) => locks,
  broken: ({ unitId }, { locks, books }) => {
    const kept = ({ lockId, quantity }: (typeof locks)[number]): number =>
      books.reservations
        .filter((line) => line.lockId === lockId && (line.status === "HELD" || line.status === "CONFIRMED"))
        .reduce((pieces, line) => pieces - line.quantity, quantity);
    const open = locks.filter((lock) => lock.unitId === unitId && lock.status === "OPEN");
    const left = open.reduce((pieces, lock) => pieces + kept(lock), 0);
    const { locked = 0 } = books.balances.find((balance) => balance.unitId === unitId) ?? {};
    return locked === left ? undefined : `${unitId}: locked=${locked}, and its open locks have ${left} left`;
  },
});

/** The rows that an operation wrote: of a reservation's commands by what they call it, of others by its id. */
function rowsOf({ operationId }: BookedOperation, ledger: End["books"]["ledger"]): End["books"]["ledger"] {
  return ledger.filter(({ operation }) => operation.split(" ").includes(operationId));
}

/** `2 of night-1, 1 of night-2`, by unit. */
function piecesOf(pieces: readonly (readonly [unitId: string, quantity: number])[]): string {
  const sums = new Map<string, number>();
  for (const [unitId, quantity] of pieces) sums.set(unitId, (sums.get(unitId) ?? 0) + quantity);
  if (sums.size === 0) return "nothing";
  return [...sums.keys()]
    .sort()
    .flatMap((unitId) => `${sums.get(unitId)} of ${unitId}`)
    .join(", ");
}

function unitsOf(rows: End["books"]["ledger"]): string {
  return [...new Set(rows.map(({ unitId }) => unitId))].sort().join(", ");
}

function inShort({ outcome, cause }: HeardCommand["said"]): string {
  return cause === undefined ? outcome : `${outcome} ${cause}`;
}
