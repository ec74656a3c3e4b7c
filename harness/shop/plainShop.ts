/**
 * The same services without the lab, for the bench: the driver's own pool, requests handed over by a function call, and
 * everything at once. Nothing is decided and nothing recorded; the rest of what a run takes is the lab's.
 */

import pg from "pg";
import { configure } from "../../src/config.ts";
import type { Database, Ports, Result, Row } from "../../src/ports.ts";
import { loadSchema } from "../../src/schema/load.ts";
import { createChannel, createShop, type Shop } from "../../src/service.ts";
import { OwnBackend } from "../postgres/backend.ts";
import { Reset } from "../postgres/reset.ts";
import { withSettings } from "../postgres/cluster/settings.ts";
import type { Address } from "../postgres/server.ts";

/** Its own schema, beside the lab's on the same server, with the server's own clock. */
const schemaName = "holdfast_plain";
const poolSize = 10;

export interface PlainOptions {
  /** Each text is parsed and planned once a connection, as in the lab; the shipped service has it done every time. */
  readonly prepared: boolean;
}

/** One run's services; `rest` ends when nothing that they began goes on any more. */
export interface PlainRun extends Pick<Shop, "orders" | "inventory"> {
  rest(): Promise<void>;
}

export class PlainShop {
  readonly #pool: pg.Pool;
  readonly #resetter: OwnBackend;
  readonly #reset: Reset;
  readonly #names = new Map<string, string>();

  private constructor(pool: pg.Pool, resetter: OwnBackend, reset: Reset) {
    this.#pool = pool;
    this.#resetter = resetter;
    this.#reset = reset;
  }

  static async open(address: Address): Promise<PlainShop> {
    const inside = withSettings(address, { search_path: schemaName });
    const resetter = await OwnBackend.open(inside);
    const { statements, tables, sequences } = loadSchema();
    for (const statement of [`CREATE SCHEMA ${schemaName}`, ...statements]) await resetter.ask(statement);
    const reset = new Reset(resetter, { setup: statements, tables, sequences });
    await reset.prepare();
    return new PlainShop(new pg.Pool({ ...inside, max: poolSize, idleTimeoutMillis: 0 }), resetter, reset);
  }

  /** Clean tables, and services that remember nothing. */
  async begin(options: PlainOptions): Promise<PlainRun> {
    await this.#reset.run(false);
    const begun: Promise<void>[] = [];
    const apps = new Map<string, (request: Request) => Promise<Response>>();
    const ports: Ports = {
      clock: { nowMs: () => Date.now(), sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) },
      fetch: async (request) => {
        const app = apps.get(new URL(request.url).hostname);
        if (app === undefined) throw new Error(`nobody is at ${request.url}`);
        return app(request);
      },
      database: this.#database(options),
      background: (_name, body) => void begun.push(body()),
    };
    const addresses = {
      channelUrl: "http://channel",
      ordersUrl: "http://orders",
      fulfillmentUrl: "http://fulfillment",
    };
    const { orders, inventory } = createShop(ports, configure(addresses));
    apps.set("orders", orders).set("channel", createChannel(ports).app);
    return {
      orders,
      inventory,
      rest: async () => {
        for (const one of begun) await one;
      },
    };
  }

  async close(): Promise<void> {
    await this.#pool.end();
    await this.#resetter.close();
  }

  #database({ prepared }: PlainOptions): Database {
    return {
      connect: async () => {
        const client = await this.#pool.connect();
        return {
          query: async <R extends Row>(text: string, values: readonly unknown[] = []): Promise<Result<R>> => {
            const name = prepared ? { name: this.#name(text) } : {};
            const { command, rowCount, rows } = await client.query<R>({ text, values: [...values], ...name });
            return { command, rowCount: rowCount ?? 0, rows };
          },
          release: (broken = false) => client.release(broken),
        };
      },
    };
  }

  #name(text: string): string {
    const name = this.#names.get(text) ?? `plain ${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }
}
