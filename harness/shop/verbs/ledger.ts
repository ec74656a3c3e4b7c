/**
 * What a bookkeeper does with the inventory's ledger: reads it from its beginning, moves old months to the archive, and tries
 * what must not be possible. What the database refuses is forced in a transaction that is undone: what refuses is out of the
 * way there, and only there.
 */

import { snapshot, type Tx } from "../../../src/database.ts";
import { readBalances } from "../../../src/inventory/ledger/ledger.ts";
import { remarksOf } from "../../verdict/ledger.ts";
import type { Replay } from "../bookkeeping.ts";
import { replayed } from "../replayed.ts";
import type { Step } from "../step.ts";
import { idOf, type OrderRef, type Teller } from "./teller.ts";
import type { On } from "./workers.ts";

/** What may be done by hand to the row that says how an order's place was held. */
const ofRow = {
  deleted: "DELETE FROM inventory_ledger WHERE entry_id = $1",
  changed:
    "UPDATE inventory_ledger SET held_delta = held_delta + 1, available_delta = available_delta - 1 WHERE entry_id = $1",
  "changed with its end": `UPDATE inventory_ledger SET held_delta = held_delta + 1, available_delta = available_delta - 1,
            after = after || jsonb_build_object('held', (after->>'held')::int + 1, 'available', (after->>'available')::int - 1)
      WHERE entry_id = $1`,
  doubled: `INSERT INTO inventory_ledger SELECT (jsonb_populate_record(l, jsonb_build_object('entry_id', 9999))).*
              FROM inventory_ledger l WHERE entry_id = $1`,
} as const;

/** What may be done by hand to the archived row that says how an order's place was held. */
const ofArchived = {
  "a byte of its pieces changed": `UPDATE inventory_archive_row SET line = replace(line, '"held_delta": 1', '"held_delta": 2') WHERE entry_id = $1`,
  "a byte of its reason changed":
    "UPDATE inventory_archive_row SET line = replace(line, 'kept for', 'kept far') WHERE entry_id = $1",
  "a byte and its digest changed": `UPDATE inventory_archive_row SET line = replace(line, 'kept for', 'kept far'),
            digest = sha256_of(replace(line, 'kept for', 'kept far')) WHERE entry_id = $1`,
  deleted: "DELETE FROM inventory_archive_row WHERE entry_id = $1",
} as const;

export type Tampering = keyof typeof ofRow;
export type ArchiveTampering = keyof typeof ofArchived;

const findRow = `SELECT entry_id FROM inventory_ledger WHERE request_key = $1 AND kind = 'HOLD'`;
const findArchived = `SELECT entry_id FROM inventory_archive_row WHERE line::jsonb->>'request_key' = $1 AND line::jsonb->>'kind' = 'HOLD'`;

/** As whoever owns the tables: where the shop works under a role of its own, that is not the shop. */
const asOwner = "SET LOCAL ROLE NONE";
const unguarded = [
  "ALTER TABLE inventory_ledger DISABLE TRIGGER USER, DROP CONSTRAINT inventory_ledger_once, DROP CONSTRAINT inventory_ledger_version",
  "ALTER TABLE inventory_archive_row DISABLE TRIGGER USER",
];

/** Thrown so that a transaction ends without its effects. */
class Undone extends Error {}

export function ledger(teller: Teller) {
  const { hosts } = teller;
  const shop = hosts.stockroom;

  const replay = async (tx: Tx): Promise<Replay> => {
    const found = replayed(shop.parts, await readBalances(tx), await shop.parts.readLedger(tx));
    return { used: found.units.reduce((rows, { used }) => rows + used, 0), remarks: remarksOf(found) };
  };

  /** One statement about one row, as the shop or as the owner of the tables. */
  const attempt = (what: string, find: string, order: OrderRef, as: readonly string[], sql: string): Step<Attempt> =>
    teller.work(
      what,
      "stockroom",
      async () => {
        let ended = "done";
        await shop.parts
          .transaction(shop, async (tx) => {
            for (const statement of as) await tx.query(statement);
            await tx.query(sql, [await entryOf(tx, find, order)]);
          })
          .catch((error: unknown) => (ended = refusalOf(error)));
        return { ended };
      },
      ({ ended }) => ended,
    );

  const force = (what: string, find: string, order: OrderRef, sql: string): Step<Replay> =>
    teller.work(
      `${what}, by force`,
      "stockroom",
      async () => {
        const seen: Replay[] = [];
        await shop.parts
          .transaction(shop, async (tx) => {
            for (const statement of [asOwner, ...unguarded]) await tx.query(statement);
            await tx.query(sql, [await entryOf(tx, find, order)]);
            seen.push(await replay(tx));
            throw new Undone();
          })
          .catch((error: unknown) => {
            if (!(error instanceof Undone)) throw error;
          });
        const found = seen.at(-1) ?? { used: 0, remarks: [] };
        hosts.bookkeeping.forced.push({ what, named: found.remarks });
        return found;
      },
      saidOf,
    );

  return {
    /** Reads the ledger from its beginning, its archive included, and compares it with every balance. */
    replay: (): Step<Replay> =>
      teller.work(
        "the ledger is replayed",
        "stockroom",
        async () => {
          const found = await snapshot(shop.ports.database, replay);
          hosts.bookkeeping.replays.push(found);
          return found;
        },
        saidOf,
      ),
    /** The row of an order's first hold is tampered with, by whoever has the shop's connections or by the tables' owner. */
    tamper: (order: OrderRef, how: Tampering, as: "the shop" | "the owner" = "the shop"): Step<Attempt> => {
      const what = `the row of ${idOf(order)}'s hold is ${how} by ${as}`;
      return attempt(what, findRow, order, as === "the owner" ? [asOwner] : [], ofRow[how]);
    },
    force: (order: OrderRef, how: Tampering): Step<Replay> =>
      force(`the row of ${idOf(order)}'s hold is ${how}`, findRow, order, ofRow[how]),
    /** Moves a month to the archive, as the tables' owner. */
    archive: (month: string, { on = "stockroom" }: On = {}) =>
      teller.round(
        `${month} is archived`,
        on,
        { rows: 0 },
        async () => {
          const tool = hosts.tool(on);
          const transaction: typeof shop.parts.transaction = async (_shop, body) =>
            tool.parts.transaction(tool, async (tx) => {
              await tx.query(asOwner);
              return body(tx);
            });
          return { rows: await tool.parts.archiveMonth({ ...tool, parts: { ...tool.parts, transaction } }, month) };
        },
        ({ rows }) => `${rows} rows`,
      ),
    tamperArchive: (
      order: OrderRef,
      how: ArchiveTampering,
      as: "the shop" | "the owner" = "the shop",
    ): Step<Attempt> => {
      const what = `of the archived row of ${idOf(order)}'s hold: ${how}, by ${as}`;
      return attempt(what, findArchived, order, as === "the owner" ? [asOwner] : [], ofArchived[how]);
    },
    forceArchive: (order: OrderRef, how: ArchiveTampering): Step<Replay> =>
      force(`of the archived row of ${idOf(order)}'s hold: ${how}`, findArchived, order, ofArchived[how]),
  };
}

/** `done`, or `refused`. */
interface Attempt {
  readonly ended: string;
}

function saidOf({ used, remarks }: Replay): string {
  return remarks.length === 0 ? `explained by ${used} rows` : remarks.join("; ");
}

async function entryOf(tx: Tx, find: string, order: OrderRef): Promise<string | undefined> {
  const found = await tx.query<{ entry_id: string }>(find, [`${idOf(order)}/r1`]);
  return found.rows[0]?.entry_id;
}

/** By its role, by a trigger, or by a constraint: which of them comes first depends on who asks. */
function refusalOf(error: unknown): string {
  const code = String((error as { readonly code?: unknown }).code);
  if (["42501", "23001", "23505"].includes(code)) return "refused";
  throw error;
}
