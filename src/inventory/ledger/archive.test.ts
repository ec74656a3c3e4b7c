import { expect, it } from "vitest";
import { flawsOf, sha256, type ArchivedPart } from "./archive.ts";

const rows = ["one", "two", "three"].map((line, nth) => ({ entryId: nth + 1, line, digest: sha256(line) }));
const checksum = sha256(rows.map(({ digest }) => digest).join("\n"));
const part: ArchivedPart = { month: "2026-01", part: 1, rowCount: 3, checksum, rows };

it("archive: nothing is said of what is as it was archived", () => {
  expect(flawsOf([part])).toEqual([]);
});

it("archive: a byte that was changed is named by its month and row", () => {
  const changed = rows.map((row) => (row.entryId === 2 ? { ...row, line: "twp" } : row));
  expect(flawsOf([{ ...part, rows: changed }])).toEqual([
    { month: "2026-01", what: "row 2 is not as it was archived" },
  ]);
});

it("archive: a row whose digest was changed with it is not what was archived of its month", () => {
  const changed = rows.map((row) => (row.entryId === 2 ? { ...row, line: "twp", digest: sha256("twp") } : row));
  expect(flawsOf([{ ...part, rows: changed }])).toEqual([
    { month: "2026-01", what: "its 3 rows are not the 3 that were archived" },
  ]);
});

it("archive: a row that is gone or there twice is not what was archived of its month", () => {
  expect(flawsOf([{ ...part, rows: rows.slice(1) }])).toEqual([
    { month: "2026-01", what: "its 2 rows are not the 3 that were archived" },
  ]);
  expect(flawsOf([{ ...part, rowCount: 4 }])).toHaveLength(1);
});
