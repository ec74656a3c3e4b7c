/** What may become of the inventory's ledger. */

import fc from "fast-check";
import { buckets } from "../../../../src/inventory/stock/balance.ts";
import { sha256, type ArchivedPart, type ArchivedRow } from "../../../../src/inventory/ledger/archive.ts";
import type { Books, LedgerEntry } from "../../../../src/reconcile/books.ts";
import { instead, nobody, raise, type Case, type Damage, type Raised } from "../damage.ts";
import { countedPieces, parted } from "./inventory.ts";

const eachEntry = (of: (books: Books, entry: LedgerEntry) => fc.Arbitrary<Case>): Damage["cases"] => {
  return (books) => books.ledger.map((entry) => of(books, entry));
};

const words = ({ operation, unitId, version, kind, requestKey, deltas }: LedgerEntry): string =>
  [`${unitId} v${version} ${operation}: ${kind} of ${requestKey ?? "nothing"}`, JSON.stringify(deltas)].join(" ");

const changed = (books: Books, entry: LedgerEntry, by: readonly LedgerEntry[], raises: readonly Raised[]): Case => ({
  what: `${words(entry)} is ${by.length === 0 ? "gone" : by.map(words).join("; ")}`,
  damaged: { ledger: instead(books.ledger, entry, ...by) },
  raises,
});

/** It says something of a reservation, or that a unit was opened, which nothing else says. */
const unlikePlaces = ({ requestKey, unitId }: LedgerEntry): readonly Raised[] =>
  raise(requestKey ?? unitId, "LEDGER_UNLIKE_RESERVATIONS");

const isLast = ({ ledger }: Books, { unitId, version }: LedgerEntry): boolean =>
  ledger.every((row) => row.unitId !== unitId || row.version <= version);

const missed = ({ unitId }: LedgerEntry): readonly Raised[] => raise(unitId, "LEDGER_ROW_MISSED");
const doubted = ({ unitId }: LedgerEntry, times = 1): readonly Raised[] =>
  Array.from({ length: times }, () => raise(unitId, "LEDGER_ROW_DOUBTED")).flat();

const rowDamages: readonly Damage[] = [
  {
    name: "a ledger row is lost",
    cases: eachEntry((books, entry) =>
      fc.constant(
        changed(books, entry, [], [...parted(entry.unitId, entry.deltas), ...missed(entry), ...unlikePlaces(entry)]),
      ),
    ),
  },
  {
    name: "a ledger row is doubled",
    cases: eachEntry((books, entry) =>
      fc.constant(
        changed(
          books,
          entry,
          [entry, { ...entry, entryId: 9999 }],
          [...parted(entry.unitId, entry.deltas), ...raise(entry.unitId, "LEDGER_ROW_IGNORED"), ...unlikePlaces(entry)],
        ),
      ),
    ),
  },
  {
    name: "a ledger row is of another change",
    cases: eachEntry((books, entry) =>
      fc.tuple(fc.constantFrom(...buckets), countedPieces).map(([bucket, pieces]) => {
        const by = { ...entry, deltas: { ...entry.deltas, [bucket]: entry.deltas[bucket] + pieces } };
        // How much a unit was opened with is in its balance, and nowhere else.
        const places = entry.requestKey === null ? [] : unlikePlaces(entry);
        const unlike = parted(entry.unitId, { [bucket]: pieces });
        return changed(books, entry, [by], [...unlike, ...doubted(entry), ...places]);
      }),
    ),
  },
  {
    name: "a ledger row begins elsewhere",
    cases: eachEntry((books, entry) =>
      fc.tuple(fc.constantFrom(...buckets, "epoch" as const), countedPieces).map(([fact, by]) => {
        const before = { ...entry.before, [fact]: entry.before[fact] + by };
        return changed(books, entry, [{ ...entry, before }], doubted(entry));
      }),
    ),
  },
  {
    name: "a ledger row ends elsewhere",
    cases: eachEntry((books, entry) =>
      fc.tuple(fc.constantFrom(...buckets), countedPieces).map(([bucket, pieces]) => {
        const after = { ...entry.after, [bucket]: entry.after[bucket] + pieces };
        return changed(books, entry, [{ ...entry, after }], doubted(entry, isLast(books, entry) ? 1 : 2));
      }),
    ),
  },
  {
    name: "a ledger row ends in another epoch",
    cases: eachEntry((books, entry) =>
      countedPieces.map((by) => {
        const after = { ...entry.after, epoch: entry.after.epoch + by };
        const last = raise(entry.unitId, "LEDGER_UNLIKE_UNIT");
        return changed(books, entry, [{ ...entry, after }], isLast(books, entry) ? last : doubted(entry));
      }),
    ),
  },
  {
    name: "a ledger row is of another version",
    cases: eachEntry((books, entry) =>
      fc.integer({ min: 9000, max: 9999 }).map((version) =>
        changed(
          books,
          entry,
          [{ ...entry, version }],
          [
            ...(isLast(books, entry) ? [] : missed(entry)), // where it was
            ...missed(entry), // and till where it is
            ...doubted(entry),
            ...raise(entry.unitId, "LEDGER_UNLIKE_UNIT"),
          ],
        ),
      ),
    ),
  },
  {
    name: "a ledger row is of a former operation",
    cases: (books) =>
      books.ledger.flatMap((entry, nth) => {
        const former = books.ledger.slice(0, nth).filter(({ unitId }) => unitId === entry.unitId);
        if (former.length === 0) return [];
        return [
          fc
            .constantFrom(...former)
            .map(({ operation }) =>
              changed(
                books,
                entry,
                [{ ...entry, operation }],
                [...raise(entry.unitId, "LEDGER_ROW_IGNORED"), ...missed(entry)],
              ),
            ),
        ];
      }),
  },
  {
    name: "a ledger row is of another reservation",
    cases: (books) =>
      books.ledger
        .filter(({ requestKey }) => requestKey !== null)
        .map((entry) => {
          const others = books.reservations.map(({ requestKey }) => requestKey);
          return fc
            .constantFrom(...others, `${nobody.orderId}/r1`)
            .filter((key) => key !== entry.requestKey)
            .map((requestKey) => {
              const by = { ...entry, requestKey };
              return changed(books, entry, [by], [...unlikePlaces(entry), ...unlikePlaces(by)]);
            });
        }),
  },
  {
    name: "a ledger row is of another kind",
    cases: (books) =>
      books.ledger
        .filter(({ requestKey }) => requestKey !== null)
        .map((entry) =>
          fc
            .constantFrom("HOLD" as const, "CONFIRM" as const, "RELEASE" as const)
            .filter((kind) => kind !== entry.kind)
            .map((kind) => changed(books, entry, [{ ...entry, kind }], unlikePlaces(entry))),
        ),
  },
  {
    name: "a ledger row is of another unit",
    cases: eachEntry((books, entry) => {
      const { unitId } = nobody;
      const by = { ...entry, unitId };
      return fc.constant(
        changed(
          books,
          entry,
          [by],
          [
            ...[entry, by].flatMap((row) => parted(row.unitId, row.deltas)),
            ...missed(entry),
            ...(entry.version > 1 ? missed(by) : []),
            ...raise(unitId, "LEDGER_UNLIKE_UNIT"),
            ...unlikePlaces(entry),
            // Opened is one unit as well as the other, and neither twice.
            ...(entry.requestKey === null ? unlikePlaces(by) : []),
          ],
        ),
      );
    }),
  },
];

/** Some rows as a part of the archive, and the part with other rows in their place. */
const archived = (
  books: Books,
  nth: number,
  what: string,
  by: (row: ArchivedRow) => readonly ArchivedRow[],
  times = 1,
): Case => {
  const rows = books.ledger.slice(0, 3).map((entry): ArchivedRow => {
    const line = JSON.stringify(entry);
    return { entryId: entry.entryId, line, digest: sha256(line) };
  });
  const checksum = sha256(rows.map(({ digest }) => digest).join("\n"));
  const part: ArchivedPart = { month: "2026-01", part: 1, rowCount: rows.length, checksum, rows };
  const row = rows[nth % rows.length]!;
  return {
    what: `${what}: ${row.line}`,
    damaged: { archive: [...books.archive, { ...part, rows: instead(rows, row, ...by(row)) }] },
    raises: Array.from({ length: times }, () => raise(part.month, "ARCHIVE_CHANGED")).flat(),
  };
};

const archiveDamages: readonly Damage[] = [
  {
    name: "a byte of an archived row is changed",
    cases: (books) => [
      fc.tuple(fc.nat(2), fc.nat(40)).map(([nth, at]) =>
        archived(books, nth, `byte ${at} of an archived row is changed`, (row) => {
          const other = row.line[at] === "0" ? "1" : "0";
          return [{ ...row, line: `${row.line.slice(0, at)}${other}${row.line.slice(at + 1)}` }];
        }),
      ),
    ],
  },
  {
    name: "an archived row and its digest are changed",
    cases: (books) => [
      fc.nat(2).map((nth) =>
        archived(books, nth, "an archived row is changed, and its digest with it", (row) => {
          const line = `${row.line} `;
          return [{ ...row, line, digest: sha256(line) }];
        }),
      ),
    ],
  },
  {
    name: "an archived row is lost",
    cases: (books) => [fc.nat(2).map((nth) => archived(books, nth, "an archived row is gone", () => []))],
  },
];

export const ledgerDamages: readonly Damage[] = [...rowDamages, ...archiveDamages];
