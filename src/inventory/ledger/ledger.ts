/** The balances, and the ledger with its archive, as they are read: in one snapshot, or in one transaction. */
import { z } from "zod";
import type { Tx } from "../../database.ts";
import { readArchive, type ArchivedPart } from "./archive.ts";
import { changeKinds } from "../stock/lifecycle.ts";
import type { LedgerRow, UnitState } from "./replay.ts";

export interface Balance extends UnitState {
  readonly unitId: string;
}

export interface Ledger {
  /** Archived or not, in the order in which they were written. */
  readonly rows: readonly LedgerRow[];
  readonly archive: readonly ArchivedPart[];
}

/** In the order of the units' ids. */
export async function readBalances(tx: Tx): Promise<readonly Balance[]> {
  type Stored = Omit<Balance, "version"> & { readonly version: string };
  const read = await tx.query<{ [Column in keyof Stored]: Stored[Column] }>(
    `SELECT unit_id AS "unitId", status, epoch, version, total, available, held, locked, sold, invalid
       FROM inventory_balance ORDER BY unit_id`,
  );
  return read.rows.map((row) => ({ ...row, version: Number(row.version) }));
}

/** A line of the archive that is no row of a ledger is left out: then its unit misses it. @param unitId of one unit only. */
export async function readLedger(tx: Tx, unitId?: string): Promise<Ledger> {
  const archive = await readArchive(tx);
  const live = await tx.query<{ line: string }>(
    "SELECT ledger_line(l) AS line FROM inventory_ledger l WHERE unit_id = $1 OR $1 IS NULL ORDER BY entry_id",
    [unitId ?? null],
  );
  const archived = archive.flatMap(({ rows }) => rows).sort((a, b) => a.entryId - b.entryId);
  const rows = [...archived, ...live.rows].flatMap(({ line }) => rowOf(line) ?? []);
  return { rows: unitId === undefined ? rows : rows.filter((row) => row.unitId === unitId), archive };
}

const pieces = z.int();
/** What a row says of its unit may be anything: it is compared, and trusted by nobody. */
const state = z.custom<UnitState>((said) => typeof said === "object" && said !== null);

const columns = z.object({
  entry_id: z.int(),
  operation: z.string(),
  unit_id: z.string(),
  version: z.int(),
  kind: z.enum(changeKinds),
  request_key: z.string().nullable(),
  ...{ total_delta: pieces, available_delta: pieces, held_delta: pieces },
  ...{ locked_delta: pieces, sold_delta: pieces, invalid_delta: pieces },
  ...{ before: state, after: state },
});

function rowOf(line: string): LedgerRow | undefined {
  const read = columns.safeParse(parsed(line));
  if (!read.success) return undefined;
  const { entry_id, unit_id, request_key, operation, version, kind, before, after, ...changes } = read.data;
  return {
    ...{ entryId: entry_id, operation, unitId: unit_id, version, kind, requestKey: request_key, before, after },
    deltas: {
      ...{ total: changes.total_delta, available: changes.available_delta, held: changes.held_delta },
      ...{ locked: changes.locked_delta, sold: changes.sold_delta, invalid: changes.invalid_delta },
    },
  };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
