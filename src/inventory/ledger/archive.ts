/**
 * Months of the ledger that are over move to the archive: word for word, each row with a digest of its text, each part with a
 * checksum over the digests. Whoever reads an archived row compares it with both. Rows leave the ledger by nothing else: its
 * trigger lets go only what it finds in the archive, by its own reckoning.
 */
import { createHash } from "node:crypto";
import type { Tx } from "../../database.ts";
import type { Context } from "../../parts.ts";

export interface ArchivedRow {
  readonly entryId: number;
  /** The row of the ledger as JSON, its columns by name. */
  readonly line: string;
  /** SHA-256 of the line as UTF-8, in hex. */
  readonly digest: string;
}

export interface ArchivedPart {
  /** 2026-01, by UTC. */
  readonly month: string;
  /** 1, and 2 where rows of that month were found later. */
  readonly part: number;
  readonly rowCount: number;
  /** SHA-256 over the digests, a line each, in hex. */
  readonly checksum: string;
  /** In the order of their ids. */
  readonly rows: readonly ArchivedRow[];
}

/** Something in the archive that is not as it was archived. */
export interface Flaw {
  readonly month: string;
  readonly what: string;
}

/**
 * Moves what the ledger has of a month that is over, all of it or nothing, but for the row that each unit's balance rests on: what
 * a unit is now is always at hand, and its last row moves when it has another. For a user to whom the tables belong: the
 * services may not.
 * @returns how many rows were moved: none when the month is not over, or nothing is left of it that may go.
 */
export async function archiveMonth(shop: Context, month: string): Promise<number> {
  return shop.parts.transaction(shop, async (tx) => {
    await tx.query("LOCK TABLE inventory_archive IN SHARE ROW EXCLUSIVE MODE"); // Two at once would move the same rows.
    await tx.query(keep, [month]);
    const left = await tx.query(leave, [month]);
    return left.rowCount;
  });
}

/** The rows are copied first and the part made of the copies, so it is of nothing that came meanwhile. */
const keep = `WITH RECURSIVE kept AS (
    INSERT INTO inventory_archive (month, part, row_count, checksum, archived_at)
    SELECT $1, part, count(*), sha256_of(string_agg(digest, chr(10) ORDER BY entry_id)), db_now() FROM told GROUP BY part),
  told AS MATERIALIZED (
    SELECT entry_id, line, sha256_of(line) AS digest,
           (SELECT coalesce(max(part), 0) + 1 FROM inventory_archive WHERE month = $1) AS part
      FROM (SELECT entry_id, ledger_line(l) AS line FROM inventory_ledger l
             WHERE ledger_month(at) = $1 AND $1 < ledger_month(db_now())
               AND EXISTS (SELECT FROM inventory_ledger n WHERE n.unit_id = l.unit_id AND n.version > l.version)) AS over)
  INSERT INTO inventory_archive_row (entry_id, month, part, line, digest)
  SELECT entry_id, $1, part, line, digest FROM told ORDER BY entry_id`;

const leave = `DELETE FROM inventory_ledger WHERE entry_id IN (SELECT entry_id FROM inventory_archive_row WHERE month = $1)`;

export async function readArchive(tx: Tx): Promise<readonly ArchivedPart[]> {
  const parts = await tx.query<Omit<ArchivedPart, "rows"> & Record<string, unknown>>(
    `SELECT month, part, row_count AS "rowCount", checksum FROM inventory_archive ORDER BY month, part`,
  );
  const read = await tx.query<{ month: string; part: number; entryId: string; line: string; digest: string }>(
    `SELECT month, part, entry_id AS "entryId", line, digest FROM inventory_archive_row ORDER BY entry_id`,
  );
  const rows = new Map<string, ArchivedRow[]>(parts.rows.map(({ month, part }) => [`${month}/${part}`, []]));
  for (const { month, part, entryId, line, digest } of read.rows) {
    rows.get(`${month}/${part}`)?.push({ entryId: Number(entryId), line, digest });
  }
  return parts.rows.map((part) => ({ ...part, rows: rows.get(`${part.month}/${part.part}`) ?? [] }));
}

/** Pure. Every row by its digest, then every part by its checksum. */
export function flawsOf(archive: readonly ArchivedPart[]): readonly Flaw[] {
  return archive.flatMap(({ month, rowCount, checksum, rows }) => {
    const changed = rows.filter(({ line, digest }) => sha256(line) !== digest);
    const whole = rows.length === rowCount && sha256(rows.map(({ digest }) => digest).join("\n")) === checksum;
    return [
      ...changed.map(({ entryId }) => ({ month, what: `row ${entryId} is not as it was archived` })),
      ...(whole ? [] : [{ month, what: `its ${rows.length} rows are not the ${rowCount} that were archived` }]),
    ];
  });
}

/** Of words as UTF-8, in hex. */
export function sha256(words: string): string {
  return createHash("sha256").update(words, "utf8").digest("hex");
}
