/** The inventory's ledger read from its beginning, as plain data; and that of a database of somebody's own. */
import pg from "pg";
import { buckets } from "../../src/inventory/stock/balance.ts";
import { readBalances, readLedger, type Balance, type Ledger } from "../../src/inventory/ledger/ledger.ts";
import { missedWords, type Remark, type Replayed } from "../../src/inventory/ledger/replay.ts";
import { shippedParts, type Parts } from "../../src/parts.ts";
import { LabError } from "../verdict/failure.ts";
import type { LedgerReplayed, UnitReplayed } from "../verdict/ledger.ts";

const connectWithinMs = 10_000;

/** @param parts of whoever replays it; those of a control may be wrong. */
export function replayed(
  { replayLedger, flawsOf }: Pick<Parts, "replayLedger" | "flawsOf">,
  balances: readonly Balance[],
  { rows, archive }: Ledger,
): LedgerReplayed {
  const byId = new Map(balances.map((balance) => [balance.unitId, balance]));
  return {
    units: replayLedger(rows, byId).map(unitReplayed),
    rows: rows.length,
    archived: archive.reduce((count, part) => count + part.rows.length, 0),
    flaws: flawsOf(archive).map(({ month, what }) => `${month}: ${what}`),
  };
}

function unitReplayed({ unitId, state, used, ignored, missed, doubted, unlike }: Replayed): UnitReplayed {
  const remark = ({ row, why }: Remark): string => `row ${row.entryId} (v${row.version} ${row.operation}): ${why}`;
  return {
    unit: unitId,
    state: `${state.status}, epoch ${state.epoch}, v${state.version}`,
    pieces: Object.fromEntries(buckets.map((bucket) => [bucket, state[bucket]])),
    used: used.length,
    ignored: ignored.map(remark),
    missed: missed.map(missedWords),
    doubted: doubted.map(remark),
    unlike:
      unlike === "no balance"
        ? [unlike]
        : unlike.map(({ fact, told, is }) => `${fact} is ${is}, and the ledger leads to ${told}`),
  };
}

/** Reads at one moment, and writes nothing. @throws LabError when it is no database of the shop's. */
export async function replayDatabase(url: string): Promise<LedgerReplayed> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectWithinMs });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const tx = {
      query: async <R extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) => {
        const { command, rowCount, rows } = await client.query<R>(text, [...values]);
        return { command, rowCount: rowCount ?? 0, rows };
      },
    };
    return replayed(shippedParts, await readBalances(tx), await readLedger(tx));
  } catch (cause) {
    throw new LabError("The ledger cannot be read.", {
      why: cause instanceof Error ? cause.message || String(cause) : String(cause),
      next: "Name the shop's database by --database or DATABASE_URL, as a user who may read its tables.",
      exitCode: 2,
      cause,
    });
  } finally {
    await client.end().catch(() => undefined);
  }
}
