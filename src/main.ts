/**
 * One service or worker of the system as a process: `node dist/src/main.js <role>`. Here are the real adapters, the
 * only wall clock and the only reader of the environment.
 */
import { serve } from "@hono/node-server";
import pg from "pg";
import { z } from "zod";
import { configure, lateSuccessPolicies } from "./config.ts";
import { query } from "./database.ts";
import { standstillLine } from "./inventory/standstill.ts";
import { openApiText } from "./inventory/openapi.ts";
import { limits } from "./limits.ts";
import { NoAnswer, type Clock, type Database, type Fetch, type Ports, type Result, type Row } from "./ports.ts";
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
           open <sku> <total>                  put a unit on sale
           archive <month>                     move what the ledger has of a month that is over ("2026-01"): for the tables' owner
           standstills                         units whose events do not go on, and why; exit code 1 if any
           revive <unit>                       try a unit's dead events again
           rebuild <unit> <operation>          build a frozen unit's view from the facts
           openapi                             print what the inventory's endpoints take and answer
           reconcile                           hold the books against each other; exit code 1 on a mismatch`;

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
  /** Amounts that the stand-in declines: "13,666". */
  DECLINED_AMOUNTS: z
    .string()
    .regex(/^(\d+(,\d+)*)?$/)
    .default("")
    .transform((list) => list.split(",").filter(Boolean).map(Number)),
});

const name = z.string().min(1).max(limits.nameLengthMax);

type Environment = z.infer<typeof environment>;

const clock: Clock = {
  nowMs: () => Date.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** Aborts after the bound, the body's arrival included: half a reply is no reply. */
const realFetch: Fetch = async (request, { timeoutMs }) => {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  try {
    const response = await fetch(request, { signal: controller.signal });
    const body = await response.arrayBuffer();
    return new Response(body, { status: response.status, headers: response.headers });
  } catch (error) {
    throw new NoAnswer(controller.signal.aborted ? "timeout" : "io error", error);
  } finally {
    clearTimeout(timer);
  }
};

/** A connection's error is told to whoever waits for its answer; without a listener it would end the process too. */
function openDatabase(pool: pg.Pool): Database {
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return {
    connect: async () => {
      const client = await pool.connect();
      return {
        query: async <R extends Row>(text: string, values: readonly unknown[] = []): Promise<Result<R>> => {
          const { command, rowCount, rows } = await client.query<R>(text, [...values]);
          return { command, rowCount: rowCount ?? 0, rows };
        },
        release: (broken = false) => client.release(broken),
      };
    },
  };
}

function report(what: string, error: unknown): void {
  console.error(`${what}:`, error);
}

/** Runs until the process is told to stop, and goes on after an error: the next round may succeed. */
async function repeat(name: string, intervalMs: number, stopping: AbortSignal, round: () => Promise<unknown>) {
  while (!stopping.aborted) {
    await round().catch((error: unknown) => report(name, error));
    await clock.sleep(intervalMs);
  }
}

async function listen(port: number, stopping: AbortSignal, app: (request: Request) => Promise<Response>) {
  await new Promise<void>((resolve, reject) => {
    const options = { fetch: app, hostname: "127.0.0.1", port, overrideGlobalObjects: false };
    const server = serve(options, (address) => console.log(`listening on 127.0.0.1:${address.port}`));
    server.on("error", reject);
    stopping.addEventListener("abort", () => server.close(() => resolve()));
  });
}

async function makeTables(database: Database, role: string | undefined): Promise<void> {
  const grants = role === undefined ? [] : grantsTo(role);
  for (const statement of [...loadSchema().statements, ...grants]) await query(database, statement);
}

async function openUnit(shop: Shop, sku: string | undefined, total: string | undefined): Promise<void> {
  const unit = z.object({ sku: z.string().min(1), total: z.coerce.number().int().min(1) }).parse({ sku, total });
  console.log((await shop.open(unit)) ? `${unit.sku} is on sale` : `${unit.sku} was on sale already`);
}

async function run(args: readonly string[], env: Environment, stopping: AbortSignal): Promise<void> {
  const pool = new pg.Pool({ connectionString: env.DATABASE_URL, max: env.POOL_SIZE });
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
  const config = configure(addresses, { lateSuccess: env.LATE_SUCCESS });
  const shop = createShop(ports, config);
  const every = (round: () => Promise<unknown>) => repeat(args[0] ?? "", env.INTERVAL_MS, stopping, round);
  try {
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
        await makeTables(ports.database, args[1]);
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
        console.log(await shop.rebuilder.run(request));
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
        console.error(usage);
        process.exitCode = 2;
    }
  } finally {
    await pool.end();
  }
}

const env = environment.safeParse(process.env);
if (!env.success) {
  for (const issue of env.error.issues) console.error(`${issue.path.join(".")}: ${issue.message}`);
  process.exitCode = 2;
} else {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  await run(process.argv.slice(2), env.data, stop.signal);
}
