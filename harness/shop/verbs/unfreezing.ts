/**
 * What may be amiss with a frozen unit, written into the books by hand and mended again; and the attempt to sell it again, with all
 * that is known of the inventory before and after.
 */

import { query, snapshot } from "../../../src/database.ts";
import type { Unfreezing } from "../bookkeeping.ts";
import type { inventory, Told } from "./inventory.ts";
import { sku, type Teller } from "./teller.ts";

type Inventory = ReturnType<typeof inventory>["inventory"];

/** By the name of what is done, the statement that adds or takes away again so many pieces. */
const byHand = {
  /** Reservations do not say what the balance says, and the balance is as its ledger says. */
  "a hold is for a piece more": `UPDATE reservation_line SET quantity = quantity + $2 WHERE unit_id = $1 AND request_key =
     (SELECT min(request_key) FROM reservation JOIN reservation_line l USING (request_key) WHERE l.unit_id = $1 AND status = 'HELD')`,
  /** The ledger does not say it, and no reservation speaks of such pieces. */
  "a piece is void":
    "UPDATE inventory_balance SET available = available - $2, invalid = invalid + $2 WHERE unit_id = $1",
} as const;

export type Spoilt = keyof typeof byHand;

/** All that is known of the inventory, but for the operations themselves: a refusal is written down there. */
const tables = [
  ...(["inventory_unit", "inventory_balance", "reservation", "reservation_line", "stock_lock"] as const),
  ...(["inventory_ledger", "inventory_outbox", "unit_view"] as const),
];

const everything = `SELECT ${tables
  .map(
    (table) =>
      `(SELECT coalesce(jsonb_agg(to_jsonb(row) ORDER BY to_jsonb(row)), '[]')::text FROM ${table} AS row) AS ${table}`,
  )
  .join(", ")}`;

export function unfreezing(teller: Teller, verbs: Inventory) {
  const { hosts } = teller;

  const write = async (how: Spoilt, pieces: 1 | -1): Promise<{ readonly rows: number }> =>
    teller.work(
      pieces === 1 ? how : `mended: ${how}`,
      "stockroom",
      async () => {
        const { rowCount } = await query(hosts.stockroom.ports.database, byHand[how], [sku, pieces]);
        return { rows: rowCount };
      },
      ({ rows }) => String(rows),
    );

  const look = async (): Promise<Readonly<Record<string, string>>> => {
    const { found } = await teller.work(
      "all of the inventory is looked at",
      "auditor",
      async () => ({
        found: await snapshot(
          hosts.audit.ports.database,
          async (tx) => (await tx.query<Record<string, string>>(everything)).rows[0] ?? {},
        ),
      }),
      () => `${tables.length} tables`,
    );
    return found;
  };

  return {
    unfreezing: {
      /** Somebody writes into the books: until it is mended they are not as they must be, and nobody wonders. */
      spoil: async (how: Spoilt): Promise<void> => {
        hosts.spoilt.add(how);
        await write(how, 1);
      },
      mend: async (how: Spoilt): Promise<void> => {
        await write(how, -1);
        hosts.spoilt.delete(how);
      },
      /** @param amiss the check that something is there to be found by. */
      attempt: async (amiss: Unfreezing["amiss"]): Promise<Told> => {
        const before = await look();
        const told = await verbs.unfreeze();
        const after = await look();
        const { id: operationId, outcome, cause, said } = told;
        const checks = (said["checks"] ?? {}) as Readonly<Record<string, readonly string[]>>;
        hosts.bookkeeping.unfreezings.push({
          ...{ operationId, amiss, said: [outcome, cause].join(" ").trim() },
          found: Object.keys(checks).filter((check) => checks[check]?.length !== 0),
          changed: tables.filter((table) => before[table] !== after[table]),
        });
        return told;
      },
    },
  };
}
