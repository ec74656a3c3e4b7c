/**
 * One service or worker of the system as a process: `node dist/src/main.js <role>`. Here is the only reader of
 * the environment; the real adapters are in `adapters.ts`, and what is told of a failure in `explain.ts`.
 */
import pg from "pg";
import { z } from "zod";
import { listen, openDatabase, realClock, realFetch, Stopped, Unusable } from "./adapters.ts";
import { configure, lateSuccessPolicies } from "./config.ts";
import { currency, usualCurrency } from "./currency.ts";
import { query, transaction, whyUnusable } from "./database.ts";
import { databaseWords, explain } from "./explain.ts";
import { standstillLine } from "./inventory/events/standstill.ts";
import { openApiText } from "./inventory/door/openapi.ts";
import { limits } from "./limits.ts";
import type { Clock, Database, Ports } from "./ports.ts";
import { reportLines } from "./reconcile/report.ts";
import { grantsTo } from "./schema/grants.ts";
import { loadSchema } from "./schema/load.ts";
import { createChannel, createShop, type Shop } from "./service.ts";

const usage = `usage: main.js <role>

services   orders | inventory | channel | fulfillment | projector | expiry
                                               serve HTTP on 127.0.0.1:$PORT
workers    relay | inventory-relay | recovery | sweeper    run every $INTERVAL_MS
           views                               repair and compare what is shown of the inventory, every $INTERVAL_MS
once       schema [role]                       make the tables; what the services need of them is granted to the role
           grant <role>                        the same of tables that are there already
           open <sku> <total>                  put a unit on sale
           archive <month>                     move what the ledger has of a month that is over ("2026-01"): for the tables' owner
           standstills                         units whose events do not go on, and why; exit code 1 if any
           revive <unit>                       try a unit's dead events again
           rebuild <unit> <operation>          build a frozen unit's view from the facts; exit code 1 if it was not
           openapi                             print what the inventory's endpoints take and answer
           reconcile                           hold the books against each other; exit code 1 on a mismatch

exit codes 0 done, or stopped by SIGTERM or SIGINT   1 found something, as said above   2 wrong use: role, argument, environment
           3 the database, or the channel's statement, cannot be used   4 nobody can listen on $PORT   5 anything else: the error is printed whole`;

const environment = z.object({
  DATABASE_URL: z.string().min(1).default("postgresql:///postgres"),
  POOL_SIZE: z.coerce.number().int().min(1).max(100).default(10),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  ORDERS_URL: z.url().default("http://127.0.0.1:8080"),
  CHANNEL_URL: z.url().default("http://127.0.0.1:8081"),
  FULFILLMENT_URL: z.url().default("http://127.0.0.1:8082"),
  /** Where delay tasks are asked for; nobody asks for any when it is not set. */
  EXPIRY_URL: z.url().optional(),
  PROJECTOR_URL: z.url().default("http://127.0.0.1:8083"),
  INTERVAL_MS: z.coerce.number().int().min(10).default(1_000),
  LATE_SUCCESS: z.enum(lateSuccessPolicies).default("rehold-or-refund"),
  STALE_MS: z.coerce.number().int().min(0).default(limits.staleMs),
  /** Of orders whose buyers name none. */
  CURRENCY: currency.default(usualCurrency),
  /** Amounts that the stand-in declines: "13,666". */
  DECLINED_AMOUNTS: z
    .string()
    .regex(/^(\d+(,\d+)*)?$/)
    .default("")
    .transform((list) => list.split(",").filter(Boolean).map(Number)),
});

const name = z.string().min(1).max(limits.nameLengthMax);

type Environment = z.infer<typeof environment>;

function report(what: string, error: unknown): void {
  if (error instanceof Stopped) return;
  console.error(`${what}:`, whyUnusable(error) === undefined ? error : databaseWords(error));
}

/** Runs until the process is told to stop, and goes on after an error: the next round may succeed. */
async function repeat(name: string, intervalMs: number, clock: Clock, round: () => Promise<unknown>): Promise<never> {
  for (;;) {
    await round().catch((error: unknown) => report(name, error));
    await clock.sleep(intervalMs);
  }
}

async function inOneTransaction(database: Database, statements: readonly string[]): Promise<void> {
  await transaction(database, async (tx) => {
    for (const statement of statements) await tx.query(statement);
  });
}

async function openUnit(shop: Shop, sku: string | undefined, total: string | undefined): Promise<void> {
  const unit = z.object({ sku: z.string().min(1), total: z.coerce.number().int().min(1) }).parse({ sku, total });
  console.log((await shop.open(unit)) ? `${unit.sku} is on sale` : `${unit.sku} was on sale already`);
}

/** How long a connection may take to open before the database counts as away. */
const connectMs = 10_000;

/** Roles that look for the shop's tables first, so that they fail at once and say why. */
const withTables = new Set([
  ...["orders", "inventory", "fulfillment", "projector", "expiry"],
  ...["relay", "inventory-relay", "recovery", "sweeper", "views"],
  ...["grant", "open", "archive", "standstills", "revive", "rebuild", "reconcile"],
]);

async function run(args: readonly string[], env: Environment, stopping: AbortSignal): Promise<void> {
  const clock = realClock(stopping);
  const pool = new pg.Pool({
    connectionString: env.DATABASE_URL,
    max: env.POOL_SIZE,
    connectionTimeoutMillis: connectMs,
  });
  const ports: Ports = {
    clock,
    fetch: realFetch,
    database: openDatabase(pool),
    background: (name, body) => void body().catch((error: unknown) => report(name, error)),
    report,
  };
  const addresses = {
    channelUrl: env.CHANNEL_URL,
    ordersUrl: env.ORDERS_URL,
    fulfillmentUrl: env.FULFILLMENT_URL,
    projectorUrl: env.PROJECTOR_URL,
    ...(env.EXPIRY_URL === undefined ? {} : { expiryUrl: env.EXPIRY_URL }),
  };
  const config = configure(addresses, { lateSuccess: env.LATE_SUCCESS, currency: env.CURRENCY });
  const shop = createShop(ports, config);
  const every = (round: () => Promise<unknown>) => repeat(args[0] ?? "", env.INTERVAL_MS, clock, round);
  try {
    if (withTables.has(args[0] ?? "")) await query(ports.database, "SELECT FROM inventory_unit LIMIT 0");
    switch (args[0]) {
      case "orders": {
        await listen(env.PORT, stopping, shop.orders);
        return;
      }
      case "inventory": {
        await listen(env.PORT, stopping, shop.inventory);
        return;
      }
      case "fulfillment": {
        await listen(env.PORT, stopping, shop.fulfillment);
        return;
      }
      case "projector": {
        await listen(env.PORT, stopping, shop.projector);
        return;
      }
      case "expiry": {
        await listen(env.PORT, stopping, shop.expiry);
        return;
      }
      case "channel": {
        const declined = new Set(env.DECLINED_AMOUNTS);
        const channel = createChannel(ports, {
          decide: (_order, amount) => (declined.has(amount) ? "DECLINED" : "CHARGED"),
        });
        await listen(env.PORT, stopping, channel.app);
        return;
      }
      case "relay": {
        await every(() => shop.relay.run({ limit: limits.relayBatch }));
        return;
      }
      case "inventory-relay": {
        await every(() => shop.inventoryRelay.run({ by: `relay-${process.pid}`, limit: limits.relayBatch }));
        return;
      }
      case "views": {
        await every(async () => {
          for (const unitId of await shop.viewRepair.run()) console.log(`${unitId} was paused: read from the facts`);
          for (const { unitId, became, text } of await shop.driftCheck.run())
            console.log(`${unitId} ${became}: ${text}`);
        });
        return;
      }
      case "recovery": {
        await every(async () => {
          const { failed } = await shop.recovery.run({ staleMs: env.STALE_MS });
          for (const { orderId, error } of failed) report(orderId, error);
        });
        return;
      }
      case "sweeper": {
        await every(() => shop.sweeper.run());
        return;
      }
      case "schema": {
        const grants = args[1] === undefined ? [] : grantsTo(args[1]);
        await inOneTransaction(ports.database, [...loadSchema().statements, ...grants]);
        return;
      }
      case "grant": {
        await inOneTransaction(ports.database, grantsTo(name.parse(args[1])));
        return;
      }
      case "open": {
        await openUnit(shop, args[1], args[2]);
        return;
      }
      case "archive": {
        const month = z
          .string()
          .regex(/^\d{4}-\d{2}$/)
          .parse(args[1]);
        console.log(`${month}: ${await shop.archive(month)} rows are in the archive now`);
        return;
      }
      case "standstills": {
        const found = await shop.standstills();
        for (const one of found) console.log(standstillLine(one));
        if (found.length > 0) process.exitCode = 1;
        return;
      }
      case "revive": {
        console.log(`${await shop.revive(name.parse(args[1]))} dead events are tried again`);
        return;
      }
      case "rebuild": {
        const request = { unitId: name.parse(args[1]), operation: name.parse(args[2]), operator: "by hand" };
        const outcome = await shop.rebuilder.run(request);
        console.log(outcome);
        if (outcome !== "REBUILT") process.exitCode = 1;
        return;
      }
      case "openapi": {
        console.log(openApiText());
        return;
      }
      case "reconcile": {
        const found = await shop.reconcile();
        for (const line of reportLines(found)) console.log(line);
        if (found.mismatches.length + found.completeness.length > 0) process.exitCode = 1;
        return;
      }
      default:
        throw new Unusable(2, usage);
    }
  } finally {
    await pool.end();
  }
}

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
try {
  const env = environment.safeParse(process.env);
  if (!env.success) {
    const wrong = env.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new Unusable(
      2,
      `the environment is not as it must be: ${wrong.join("; ")}. Set it right, or unset it for the default.`,
    );
  }
  await run(process.argv.slice(2), env.data, stop.signal);
} catch (error) {
  if (!(error instanceof Stopped)) {
    const explained = explain(error, usage);
    console.error(explained?.message ?? error);
    process.exitCode = explained?.exitCode ?? 5;
  }
}
