/** The ledger and the balances as they are read, in one snapshot or one transaction. */
import type { Tx } from "../database.ts";
import type { Bucket } from "./balance.ts";
import type { LedgerRow, UnitState } from "./replay.ts";

export interface Balance extends UnitState {
  readonly unitId: string;
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

/** In the order in which the rows were written. */
export async function readLedger(tx: Tx): Promise<readonly LedgerRow[]> {
  type Words = Pick<LedgerRow, "operation" | "unitId" | "kind" | "requestKey" | "before" | "after">;
  type Stored = Words & Record<Bucket, number> & { readonly entryId: string; readonly version: string };
  const read = await tx.query<{ [Column in keyof Stored]: Stored[Column] }>(
    `SELECT entry_id AS "entryId", operation, unit_id AS "unitId", version, kind, request_key AS "requestKey", before, after,
            total_delta AS total, available_delta AS available, held_delta AS held, locked_delta AS locked,
            sold_delta AS sold, invalid_delta AS invalid
       FROM inventory_ledger ORDER BY entry_id`,
  );
  return read.rows.map(({ entryId, version, total, available, held, locked, sold, invalid, ...row }) => {
    const deltas = { total, available, held, locked, sold, invalid };
    return { ...row, entryId: Number(entryId), version: Number(version), deltas };
  });
}
