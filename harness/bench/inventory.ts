/**
 * The inventory without the lab: pairs of Reserve and Confirm through the service, beside the same statements sent by bare `pg`
 * clients; a sweep of holds whose time is over; a replay of the ledger. Each at first and with ten times the rows.
 */

import pg from "pg";
import { readBalances, readLedger } from "../../src/inventory/ledger/ledger.ts";
import { snapshot, type Tx } from "../../src/database.ts";
import { replayLedger } from "../../src/inventory/ledger/replay.ts";
import { shippedParts, type Parts } from "../../src/parts.ts";
import type { Progress } from "../cli/progress.ts";
import { table } from "../cli/table.ts";
import { openServer } from "../postgres/cluster/open.ts";
import { withSettings } from "../postgres/cluster/settings.ts";
import type { Server, ServerChoice } from "../postgres/server.ts";
import { plainSchema, PlainShop, type PlainRun } from "../shop/plainShop.ts";
import { post } from "../shop/verbs/teller.ts";

/** Callers at once, each with a connection. */
const callers = 10;
const unitsMax = 1_000;
const plenty = 1_000_000;
const config = {
  holdMs: 86_400_000,
  perUserLimit: plenty,
  callers: [
    { tenant: "shop", caller: "mall", role: "SELLER" },
    { tenant: "shop", caller: "stockroom", role: "OPERATOR" },
  ],
} as const;

type Statement = readonly [text: string, values: readonly unknown[]];

/** @param pairs of Reserve and Confirm in a measurement, and @param holds in a sweep; with ten times the rows ten times as many have been made before. */
export async function inventoryReport(
  choice: ServerChoice,
  pairs: number,
  holds: number,
  progress: Progress,
): Promise<string> {
  const server = await openServer(choice);
  const shop = await PlainShop.open(server.address);
  const bare = new pg.Pool({ ...withSettings(server.address, { search_path: plainSchema }), max: callers });
  try {
    const rows: (readonly (string | number)[])[] = [];
    for (const units of [1, unitsMax]) {
      const recorder = new Recorder();
      const run = await shop.begin({ prepared: false, config, parts: recorder.parts });
      progress.show(`${units} units`);
      await makeUnits(run, units);
      recorder.on = true;
      await pairThroughService(run, "recorded", "unit-0");
      recorder.on = false;
      for (const times of [1, 10]) {
        progress.show(`${units} units, ${times}× rows: reserve and confirm`);
        if (times > 1) await atOnce(pairs * 9, (n) => pairBare(bare, recorder.taken, `fill-${n}`, `unit-${n % units}`));
        const service = await perSecond(pairs, (n) => pairThroughService(run, `s${times}-${n}`, `unit-${n % units}`));
        const byHand = await perSecond(pairs, (n) =>
          pairBare(bare, recorder.taken, `b${times}-${n}`, `unit-${n % units}`),
        );
        const ratio = (service / byHand).toFixed(2);
        rows.push([
          `${units} units, ${times}× rows: reserve and confirm, pairs/s`,
          round(service),
          round(byHand),
          ratio,
        ]);
        const { rows: replayed, rate } = await replayRate(run);
        rows.push([`${units} units: ledger of ${replayed} rows replayed, rows/s`, rate, "", ""]);
      }
    }
    for (const times of [1, 10]) {
      const swept = (done: number): void => progress.show(`${done} of ${holds * times} holds swept`);
      rows.push(await sweepRate(shop, server, holds * times, swept));
    }
    progress.clear();
    return `${table(["inventory", "service", "bare pg", "ratio"], rows, ["left", "right", "right", "right"])}\n`;
  } finally {
    await bare.end();
    await shop.close();
    await server.close();
  }
}

/** The statements of what goes through the service's transactions, while it is on. */
class Recorder {
  on = false;
  readonly taken: Statement[] = [];
  readonly parts: Partial<Parts> = {
    transaction: async (shop, body) => {
      this.#take("BEGIN", []);
      const value = await shippedParts.transaction(shop, async (tx) => body(this.#recorded(tx)));
      this.#take("COMMIT", []);
      return value;
    },
  };

  #recorded(tx: Tx): Tx {
    return {
      query: async (text, values = []) => {
        this.#take(text, values);
        return tx.query(text, values);
      },
    };
  }

  #take(text: string, values: readonly unknown[]): void {
    if (this.on) this.taken.push([text, values]);
  }
}

async function makeUnits(run: PlainRun, many: number): Promise<void> {
  for (let n = 0; n < many; n++) await run.open({ sku: `unit-${n}`, total: plenty });
}

async function pairThroughService(run: PlainRun, id: string, unit: string): Promise<void> {
  const common = { tenant: "shop", caller: "mall", trace_id: id, deadline_ms: 60_000 };
  const lines = [{ unit_id: unit, quantity: 1 }];
  const wishes = [
    ["reserve", { ...common, operation_id: id, order_id: id, user: `user-${id}`, lines }],
    ["confirm", { ...common, operation_id: `${id}-confirm`, reservation_id: id }],
  ] as const;
  for (const [name, body] of wishes) {
    const reply = await run.inventory(post(`http://inventory/inventory/${name}`, body));
    if (!reply.ok) throw new Error(`${name} was answered ${reply.status}: ${await reply.text()}`);
  }
}

/** The statements that were recorded, of another reservation and unit. */
async function pairBare(pool: pg.Pool, taken: readonly Statement[], id: string, unit: string): Promise<void> {
  const other = (value: unknown): unknown => {
    if (typeof value === "string") return value.replaceAll("recorded", id).replaceAll("unit-0", unit);
    return Array.isArray(value) ? value.map(other) : value;
  };
  const client = await pool.connect();
  try {
    for (const [text, values] of taken) await client.query(text, values.map(other));
  } finally {
    client.release();
  }
}

async function atOnce(many: number, work: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  const loop = async (): Promise<void> => {
    while (next < many) await work(next++);
  };
  await Promise.all(Array.from({ length: callers }, loop));
}

async function perSecond(many: number, work: (n: number) => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await atOnce(many, work);
  return (many * 1000) / (performance.now() - startedAt);
}

async function replayRate({ audit }: PlainRun): Promise<{ readonly rows: number; readonly rate: number }> {
  const startedAt = performance.now();
  const rows = await snapshot(audit.ports.database, async (tx) => {
    const balances = new Map((await readBalances(tx)).map((balance) => [balance.unitId, balance]));
    const ledger = await readLedger(tx);
    replayLedger(ledger.rows, balances);
    return ledger.rows.length;
  });
  return { rows, rate: round((rows * 1000) / (performance.now() - startedAt)) };
}

/** Holds over a thousand units, all past their deadline; made by one statement, for speed, so no ledger row explains them. */
async function sweepRate(
  shop: PlainShop,
  { address }: Server,
  holds: number,
  tell: (done: number) => void,
): Promise<readonly (string | number)[]> {
  const run = await shop.begin({ prepared: false, config });
  await makeUnits(run, unitsMax);
  const client = new pg.Client(withSettings(address, { search_path: plainSchema }));
  await client.connect();
  await client.query(
    `INSERT INTO reservation (request_key, tenant, caller, user_id, order_id, status, created_at, expires_at, updated_at)
     SELECT 'hold-' || n, 'shop', 'mall', 'user-' || n, 'hold-' || n, 'HELD', db_now(), db_now(), db_now()
       FROM generate_series(1, $1::int) AS n`,
    [holds],
  );
  await client.query(
    `INSERT INTO reservation_line (request_key, unit_id, quantity, epoch)
     SELECT 'hold-' || n, 'unit-' || n % ${unitsMax}, 1, 1 FROM generate_series(1, $1::int) AS n`,
    [holds],
  );
  await client.query(
    `UPDATE inventory_balance b SET held = kept, available = available - kept
       FROM (SELECT unit_id, count(*)::int AS kept FROM reservation_line GROUP BY unit_id) AS k WHERE k.unit_id = b.unit_id`,
  );
  await client.query("ANALYZE");
  await client.end();
  const startedAt = performance.now();
  let [longest, swept, over] = [0, 0, false];
  while (!over) {
    const begunAt = performance.now();
    const { released } = await run.sweeper.run();
    longest = Math.max(longest, performance.now() - begunAt);
    swept += released.length;
    tell(swept);
    over = released.length === 0;
  }
  if (swept !== holds) throw new Error(`${swept} holds were swept of ${holds}`);
  const rate = round((holds * 1000) / (performance.now() - startedAt));
  return [`${holds} holds swept, holds/s; the longest transaction took ${longest.toFixed(0)} ms`, rate, "", ""];
}

function round(rate: number): number {
  return Math.round(rate);
}
