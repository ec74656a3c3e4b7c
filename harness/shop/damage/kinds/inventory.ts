/** What may become of reservations and balances. */

import fc from "fast-check";
import { buckets, type Bucket } from "../../../../src/inventory/stock/balance.ts";
import { unitStatuses } from "../../../../src/inventory/stock/lifecycle.ts";
import type { BookedReservation, Books } from "../../../../src/reconcile/books.ts";
import {
  elsewhere,
  instead,
  nobody,
  orderOf,
  placeLabel,
  raise,
  together,
  type Case,
  type Damage,
  type Raised,
} from "../damage.ts";

type Status = BookedReservation["status"];

const eachPlace = (of: (books: Books, place: BookedReservation) => fc.Arbitrary<Case>): Damage["cases"] => {
  return (books) => books.reservations.map((place) => of(books, place));
};

const placeWords = ({ requestKey, unitId, userId, status, quantity }: BookedReservation): string =>
  `${requestKey} ${status}, ${quantity} of ${unitId} for ${userId}`;

const kept = (status: Status): boolean => status !== "RELEASED";
const confirmed = (status: Status): number => (status === "CONFIRMED" ? 1 : 0);

const changed = (
  books: Books,
  place: BookedReservation,
  by: readonly BookedReservation[],
  raises: readonly Raised[],
): Case => ({
  what: `${placeWords(place)} is ${by.length === 0 ? "gone" : by.map(placeWords).join("; ")}`,
  damaged: { reservations: instead(books.reservations, place, ...by) },
  raises,
});

/** What is said of the order that points at it, now that this has become of it; of a place that nobody points at, of itself. */
function ofPointing({ orders }: Books, { requestKey }: BookedReservation, now: Status | "NONE"): readonly Raised[] {
  const order = orders.find(({ reservationKey }) => reservationKey === requestKey);
  if (order !== undefined) return raise(order.orderId, placeLabel(order.status, now));
  return raise(requestKey, "RESERVATION_WITHOUT_ORDER", now !== "NONE" && kept(now));
}

const reservationDamages: readonly Damage[] = [
  {
    name: "a reservation is lost",
    cases: eachPlace((books, place) =>
      fc.constant(
        changed(
          books,
          place,
          [],
          [
            ...ofPointing(books, place, "NONE"),
            ...raise(place.requestKey, "LEDGER_UNLIKE_RESERVATIONS"),
            ...together({ drift: kept(place.status), confirmed: -confirmed(place.status) }),
          ],
        ),
      ),
    ),
  },
  {
    name: "a reservation is doubled",
    cases: eachPlace((books, place) => {
      const copy = { ...place, requestKey: place.requestKey.replace(/\d+$/, "9") };
      return fc.constant(
        changed(
          books,
          place,
          [place, copy],
          [
            ...ofPointing(books, copy, copy.status),
            ...raise(copy.requestKey, "LEDGER_UNLIKE_RESERVATIONS"),
            ...together({ drift: kept(place.status), confirmed: confirmed(place.status) }),
          ],
        ),
      );
    }),
  },
  {
    name: "a reservation is moved to another order",
    cases: eachPlace((books, place) =>
      fc.constantFrom(...elsewhere(books, place.requestKey.split("/")[0]!)).map((orderId) => {
        const by = { ...place, requestKey: `${orderId}/r9` };
        const buyer = orderOf(books, orderId)?.userId ?? place.userId;
        return changed(
          books,
          place,
          [by],
          [
            ...ofPointing(books, place, "NONE"),
            ...ofPointing(books, by, by.status),
            ...raise(place.requestKey, "LEDGER_UNLIKE_RESERVATIONS"),
            ...raise(by.requestKey, "LEDGER_UNLIKE_RESERVATIONS"),
            ...raise(by.requestKey, "RESERVATION_UNLIKE_ORDER", buyer !== place.userId),
          ],
        );
      }),
    ),
  },
  {
    name: "a reservation is in another state",
    cases: eachPlace((books, place) =>
      fc
        .constantFrom<Status[]>("HELD", "CONFIRMED", "RELEASED")
        .filter((status) => status !== place.status)
        .map((status) =>
          changed(
            books,
            place,
            [{ ...place, status }],
            [
              ...ofPointing(books, place, status),
              ...raise(place.requestKey, "LEDGER_UNLIKE_RESERVATIONS"),
              ...together({ drift: true, confirmed: confirmed(status) - confirmed(place.status) }),
            ],
          ),
        ),
    ),
  },
  {
    name: "a reservation is of another quantity",
    cases: eachPlace((books, place) =>
      fc
        .integer({ min: 2, max: 9 })
        .map((quantity) =>
          changed(
            books,
            place,
            [{ ...place, quantity }],
            [...raise(place.requestKey, "LEDGER_UNLIKE_RESERVATIONS"), ...together({ drift: kept(place.status) })],
          ),
        ),
    ),
  },
  {
    name: "a reservation is of another unit",
    cases: eachPlace((books, place) => {
      const { unitId } = nobody;
      return fc.constant(
        changed(
          books,
          place,
          [{ ...place, unitId }],
          [
            ...raise(place.requestKey, "LEDGER_UNLIKE_RESERVATIONS"),
            ...raise(place.requestKey, "RESERVATION_UNLIKE_ORDER"),
            ...together({ drift: kept(place.status) }),
          ],
        ),
      );
    }),
  },
  {
    name: "a reservation is another buyer's",
    cases: eachPlace((books, place) =>
      fc
        .constantFrom(...new Set(books.orders.map(({ userId }) => userId)), nobody.userId)
        .filter((userId) => userId !== place.userId)
        .map((userId) =>
          changed(books, place, [{ ...place, userId }], raise(place.requestKey, "RESERVATION_UNLIKE_ORDER")),
        ),
    ),
  },
];

/** The ledger and the balance part: that is said of each bucket. */
export function parted(unitId: string, by: Partial<Readonly<Record<Bucket, number>>>): readonly Raised[] {
  return buckets.flatMap((bucket) => raise(unitId, "LEDGER_UNLIKE_BALANCE", (by[bucket] ?? 0) !== 0));
}

export const countedPieces = fc.integer({ min: -3, max: 3 }).filter((pieces) => pieces !== 0);

const balanceDamages: readonly Damage[] = [
  {
    name: "a balance is nudged",
    cases: ({ balances }) =>
      balances.flatMap((row) =>
        buckets.map((bucket) =>
          countedPieces.map((pieces) => ({
            what: `${row.unitId} ${bucket}=${row[bucket]} is ${row[bucket] + pieces}`,
            damaged: { balances: instead(balances, row, { ...row, [bucket]: row[bucket] + pieces }) },
            raises: [
              ...parted(row.unitId, { [bucket]: pieces }),
              ...raise(row.unitId, "LOCKED_UNLIKE_LOCKS", bucket === "locked"),
              ...together({ drift: true }),
            ],
          })),
        ),
      ),
  },
  {
    name: "pieces are in another bucket",
    cases: ({ balances }) =>
      balances.map((row) =>
        fc
          .tuple(fc.constantFrom(...pieceBuckets), fc.constantFrom(...pieceBuckets), countedPieces)
          .filter(([from, to]) => from !== to)
          .map(([from, to, pieces]) => ({
            what: `${row.unitId}: ${pieces} of ${from} are ${to}`,
            damaged: {
              balances: instead(balances, row, { ...row, [from]: row[from] - pieces, [to]: row[to] + pieces }),
            },
            raises: [
              ...parted(row.unitId, { [from]: -pieces, [to]: pieces }),
              ...raise(row.unitId, "LOCKED_UNLIKE_LOCKS", from === "locked" || to === "locked"),
              ...together({ drift: [from, to].some((bucket) => bucket === "held" || bucket === "sold") }),
            ],
          })),
      ),
  },
  {
    name: "a unit is in another state",
    cases: ({ balances }) =>
      balances.map((row) =>
        fc.constantFrom(...unitStatuses.filter((status) => status !== row.status)).map((status) => ({
          what: `${row.unitId} ${row.status} is ${status}`,
          damaged: { balances: instead(balances, row, { ...row, status }) },
          raises: [
            ...raise(row.unitId, "LEDGER_UNLIKE_UNIT"),
            ...raise(row.unitId, "LEDGER_UNLIKE_RESERVATIONS", status === "INIT"), // Then it was never opened.
          ],
        })),
      ),
  },
  {
    name: "a unit is of another epoch",
    cases: ({ balances }) =>
      balances.map((row) =>
        fc.integer({ min: row.epoch + 1, max: row.epoch + 9 }).map((epoch) => ({
          what: `${row.unitId} of epoch ${row.epoch} is of ${epoch}`,
          damaged: { balances: instead(balances, row, { ...row, epoch }) },
          raises: raise(row.unitId, "LEDGER_UNLIKE_UNIT"),
        })),
      ),
  },
  {
    name: "a unit is at another version",
    cases: ({ balances }) =>
      balances.map((row) =>
        countedPieces.map((by) => ({
          what: `${row.unitId} v${row.version} is at v${row.version + by}`,
          damaged: { balances: instead(balances, row, { ...row, version: row.version + by }) },
          raises: raise(row.unitId, by > 0 ? "LEDGER_ROW_MISSED" : "LEDGER_UNLIKE_UNIT"),
        })),
      ),
  },
  {
    name: "a balance is lost",
    cases: ({ balances }) =>
      balances.map((row) =>
        fc.constant({
          what: `${row.unitId} is gone`,
          damaged: { balances: instead(balances, row) },
          raises: [
            ...parted(row.unitId, row),
            ...raise(row.unitId, "LEDGER_UNLIKE_UNIT"),
            ...raise(row.unitId, "LEDGER_UNLIKE_RESERVATIONS"),
            ...together({ drift: row.held + row.sold > 0 }),
          ],
        }),
      ),
  },
];

/** No sale puts anything aside, so there is none to be changed or to be lost: that is asked in reconcile/completeness.test.ts. */
const lockDamages: readonly Damage[] = [
  {
    name: "a lock is there that nobody made",
    unseen: "one that has ENDED keeps nothing any more, so no sum shows it",
    cases: ({ balances, locks }) =>
      balances.map(({ unitId }) =>
        fc
          .record({ quantity: fc.integer({ min: 1, max: 3 }), reversible: fc.boolean(), open: fc.boolean() })
          .map(({ open, ...rest }) => ({
            what: `${rest.quantity} of ${unitId} are locked, ${open ? "OPEN" : "ENDED"}`,
            damaged: {
              locks: [...locks, { lockId: "lock-9999", unitId, status: open ? "OPEN" : "ENDED", ...rest } as const],
            },
            raises: raise(unitId, "LOCKED_UNLIKE_LOCKS", open),
          })),
      ),
  },
];

/** Where a piece can be. */
const pieceBuckets = buckets.filter((bucket): bucket is Exclude<Bucket, "total"> => bucket !== "total");

export const inventoryDamages: readonly Damage[] = [...reservationDamages, ...balanceDamages, ...lockDamages];
