/** The inventory's ledger, its balances and its reservations, and whose places these are. */
import { flawsOf } from "../../inventory/ledger/archive.ts";
import { buckets, type Bucket } from "../../inventory/stock/balance.ts";
import type { ChangeKind } from "../../inventory/stock/lifecycle.ts";
import { missedWords, replayLedger, type Replayed } from "../../inventory/ledger/replay.ts";
import type { BookedLock, BookedReservation, LedgerEntry } from "../books.ts";
import { found, groupBy, type Mismatch, type Rule } from "./rule.ts";

export const inventoryRules: readonly Rule[] = [
  {
    // Adding up all ledger rows of a unit gives its balance, bucket by bucket.
    labels: ["LEDGER_UNLIKE_BALANCE"],
    exact: "always",
    find: ({ balances, ledger }) => {
      const units = [...new Set([...balances, ...ledger].map(({ unitId }) => unitId))];
      return units.flatMap((unitId) => {
        const balance = balances.find((row) => row.unitId === unitId);
        const entries = ledger.filter((row) => row.unitId === unitId);
        return buckets.flatMap((bucket) => {
          const replayed = entries.reduce((pieces, { deltas }) => pieces + deltas[bucket], 0);
          const booked = balance?.[bucket] ?? 0;
          if (replayed === booked) return [];
          return [found(unitId, "LEDGER_UNLIKE_BALANCE", `${bucket}: ledger=${replayed} != balance=${booked}`)];
        });
      });
    },
  },
  {
    // Read from its beginning the ledger leads from row to row, and to what each unit is.
    labels: ["LEDGER_ROW_IGNORED", "LEDGER_ROW_MISSED", "LEDGER_ROW_DOUBTED", "LEDGER_UNLIKE_UNIT"],
    exact: "always",
    find: ({ balances, ledger }) =>
      replayLedger(ledger, new Map(balances.map((row) => [row.unitId, row]))).flatMap((unit) => [
        ...unit.ignored.map(({ row, why }) => found(unit.unitId, "LEDGER_ROW_IGNORED", `row ${row.entryId}: ${why}`)),
        ...unit.missed.map((missed) => found(unit.unitId, "LEDGER_ROW_MISSED", missedWords(missed))),
        ...unit.doubted.map(({ row, why }) => found(unit.unitId, "LEDGER_ROW_DOUBTED", `row ${row.entryId}: ${why}`)),
        ...unlikeUnit(unit),
      ]),
  },
  {
    // What was archived is as it was then.
    labels: ["ARCHIVE_CHANGED"],
    exact: "always",
    find: ({ archive }) => flawsOf(archive).map(({ month, what }) => found(month, "ARCHIVE_CHANGED", what)),
  },
  {
    // The ledger says of each reservation how it came to be what it is, of each unit that it was opened, and no more.
    labels: ["LEDGER_UNLIKE_RESERVATIONS"],
    exact: "always",
    find: ({ balances, reservations, ledger }) => {
      const opened = balances.filter(({ status }) => status !== "INIT");
      const openings = opened.map(({ unitId }) => ({ key: unitId, unitId, says: "open" }));
      const due = groupBy([...openings, ...reservations.flatMap((row) => history(row, ledger))], ({ key }) => key);
      const booked = groupBy(ledger.flatMap(told), ({ key }) => key);
      return [...new Set([...due.keys(), ...booked.keys()])].flatMap((key) => {
        const [wanted, was] = [due, booked].map((of) => unitByUnit(of.get(key) ?? []).join(", "));
        return wanted === was ? [] : [found(key, "LEDGER_UNLIKE_RESERVATIONS", `ledger: ${was}; must be: ${wanted}`)];
      });
    },
  },
  {
    // What is locked of a unit is what its open locks have not given out.
    labels: ["LOCKED_UNLIKE_LOCKS"],
    exact: "always",
    find: ({ balances, locks, reservations }) => {
      const units = [...new Set([...balances, ...locks].map(({ unitId }) => unitId))];
      return units.flatMap((unitId) => {
        const { locked = 0 } = balances.find((row) => row.unitId === unitId) ?? {};
        const open = locks.filter((lock) => lock.unitId === unitId && lock.status === "OPEN");
        const left = open.reduce((pieces, lock) => pieces + leftIn(lock, reservations), 0);
        return locked === left ? [] : [found(unitId, "LOCKED_UNLIKE_LOCKS", `locked=${locked} != open locks=${left}`)];
      });
    },
  },
  {
    // A place that is kept belongs to an order that points at it.
    labels: ["RESERVATION_WITHOUT_ORDER"],
    exact: "always",
    find: ({ orders, reservations }) => {
      const current = new Set(orders.map(({ reservationKey }) => reservationKey));
      return ofOrders(reservations)
        .filter(({ requestKey, status }) => status !== "RELEASED" && !current.has(requestKey))
        .map(({ requestKey, status }) => found(requestKey, "RESERVATION_WITHOUT_ORDER", `reservation=${status}`));
    },
  },
  {
    // A place is for its order's buyer and of its order's unit, and an order points at one of its own.
    labels: ["RESERVATION_UNLIKE_ORDER"],
    exact: "always",
    find: ({ orders, reservations }) => {
      const byId = new Map(orders.map((order) => [order.orderId, order]));
      const others = ofOrders(reservations).flatMap(({ requestKey, unitId, userId }) => {
        const order = byId.get(orderOf(requestKey));
        if (order === undefined || (order.unitId === unitId && order.userId === userId)) return [];
        const ordered = `${order.unitId} for ${order.userId}`;
        return [found(requestKey, "RESERVATION_UNLIKE_ORDER", `${unitId} for ${userId}, ordered was ${ordered}`)];
      });
      const astray = orders
        .filter(({ orderId, reservationKey }) => orderOf(reservationKey) !== orderId)
        .map(({ orderId, reservationKey }) =>
          found(orderId, "RESERVATION_UNLIKE_ORDER", `points at ${reservationKey}`),
        );
      return [...others, ...astray];
    },
  },
];

/** Pieces that a lock has not given out. What was refunded and cannot be sold again has not come back to it. */
function leftIn({ lockId, quantity, reversible }: BookedLock, reservations: readonly BookedReservation[]): number {
  const out = reservations.filter(
    (line) => line.lockId === lockId && line.status !== "RELEASED" && !(line.status === "REFUNDED" && reversible),
  );
  return out.reduce((pieces, line) => pieces - line.quantity, quantity);
}

/** What no sum of pieces shows. */
function unlikeUnit({ unitId, unlike }: Replayed): readonly Mismatch[] {
  if (unlike === "no balance") return [found(unitId, "LEDGER_UNLIKE_UNIT", unlike)];
  return unlike
    .filter(({ fact }) => fact === "status" || fact === "epoch" || fact === "version")
    .map(({ fact, told, is }) => found(unitId, "LEDGER_UNLIKE_UNIT", `${fact}: ledger=${told} != balance=${is}`));
}

/** Those that the order service keeps; for others there are no orders here. */
export function ofOrders(reservations: readonly BookedReservation[]): readonly BookedReservation[] {
  return reservations.filter(({ caller }) => caller === "orders");
}

interface Operation {
  /** What it is done to: a reservation's key, or a unit. */
  readonly key: string;
  readonly unitId: string;
  readonly says: string;
}

/** Of several units each has its own order of operations. */
function unitByUnit(operations: readonly Operation[]): readonly string[] {
  return [...operations]
    .sort((a, b) => (a.unitId < b.unitId ? -1 : a.unitId > b.unitId ? 1 : 0))
    .map(({ says }) => says);
}

/**
 * What has to be in the ledger about a reservation's line. What came out of a lock went back there or was for sale, as the lock
 * was open then or not, which the ledger alone knows; what was refunded is for sale again, or void, by the unit's rule.
 */
function history(
  { requestKey, unitId, status, quantity, lockId }: BookedReservation,
  ledger: readonly LedgerEntry[],
): readonly Operation[] {
  const moved = (what: string, from: Bucket, to: Bucket): Operation => {
    return { key: requestKey, unitId, says: `${what} ${unitId} ${from}${-quantity} ${to}+${quantity}` };
  };
  const wentTo = (kinds: readonly ChangeKind[], among: readonly Bucket[]): Bucket => {
    const row = ledger.find(
      (one) => one.requestKey === requestKey && one.unitId === unitId && kinds.includes(one.kind),
    );
    return among.find((bucket) => (row?.deltas[bucket] ?? 0) > 0) ?? "available";
  };
  const back = lockId === null ? [] : (["locked"] as const);
  const held = moved("hold", lockId === null ? "available" : "locked", "held");
  switch (status) {
    case "HELD":
      return [held];
    case "RELEASED":
      return [held, moved("release", "held", wentTo(["RELEASE", "SETTLE"], back))];
    case "CONFIRMED":
      return [held, moved("confirm", "held", "sold")];
    case "REFUNDED":
      return [
        held,
        moved("confirm", "held", "sold"),
        moved("refund", "sold", wentTo(["REFUND"], [...back, "invalid"])),
      ];
  }
}

/**
 * What is in it of that. How many pieces a unit was opened with, the balance knows. A settlement is a release, or it moves
 * nothing.
 */
function told({ kind, requestKey, unitId, deltas }: LedgerEntry): readonly Operation[] {
  if (requestKey === null) return kind === "OPEN" ? [{ key: unitId, unitId, says: "open" }] : [];
  const what = kind === "SETTLE" ? "release" : kind.toLowerCase();
  const changes = buckets.filter((bucket) => deltas[bucket] !== 0).sort((a, b) => deltas[a] - deltas[b]);
  if (kind === "SETTLE" && changes.length === 0) return [];
  const words = changes.map((bucket) => `${bucket}${deltas[bucket] > 0 ? "+" : ""}${deltas[bucket]}`);
  return [{ key: requestKey, unitId, says: [what, unitId, ...words].join(" ") }];
}

/** The order that a place was kept for. */
function orderOf(requestKey: BookedReservation["requestKey"]): string {
  return requestKey.slice(0, requestKey.lastIndexOf("/"));
}
