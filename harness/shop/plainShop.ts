/**
 * The same services without the lab, for the bench: the driver's own pool, requests handed over by a function call, and
 * everything at once. Nothing is decided and nothing recorded; the rest of what a run takes is the lab's.
 */

import pg from "pg";
import type { ChannelConfig } from "../../src/channel/routes.ts";
import { configure, type Config } from "../../src/config.ts";
import { shippedParts, type Context, type Parts } from "../../src/parts.ts";
import type { Database, Fetch, Ports, Result, Row } from "../../src/ports.ts";
import { loadSchema } from "../../src/schema/load.ts";
import { createChannel, createShop, type Shop } from "../../src/service.ts";
import { OwnBackend } from "../postgres/backend.ts";
import { Reset } from "../postgres/reset.ts";
import { withSettings } from "../postgres/cluster/settings.ts";
import type { Address } from "../postgres/server.ts";

/** Its own schema, beside the lab's on the same server, with the server's own clock. */
export const plainSchema = "holdfast_plain";
const poolSize = 10;

export interface PlainOptions {
  /** Each text is parsed and planned once a connection, as in the lab; the shipped service has it done every time. */
  readonly prepared: boolean;
  readonly config?: Partial<Config>;
  readonly channel?: Partial<ChannelConfig>;
  /** Wrong parts. */
  readonly parts?: Partial<Parts>;
  /** How a message travels; by a function call, and to its end, unless said. */
  readonly carry?: (send: Fetch) => Fetch;
}

/** One run's services. */
export interface PlainRun extends Shop {
  /** Ends when nothing that they began goes on any more. */
  rest(): Promise<void>;
  /** The shipped system's own look at the same books. */
  readonly audit: Context;
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
    const inside = withSettings(address, { search_path: plainSchema });
    const resetter = await OwnBackend.open(inside);
    const { statements, tables, sequences } = loadSchema();
    for (const statement of [`CREATE SCHEMA ${plainSchema}`, ...statements]) await resetter.ask(statement);
    const reset = new Reset(resetter, { setup: statements, tables, sequences });
    await reset.prepare();
    return new PlainShop(new pg.Pool({ ...inside, max: poolSize, idleTimeoutMillis: 0 }), resetter, reset);
  }

  /** Clean tables, and services that remember nothing. */
  async begin({ prepared, config, channel, parts, carry = (send) => send }: PlainOptions): Promise<PlainRun> {
    await this.#reset.run(false);
    const begun: Promise<void>[] = [];
    const apps = new Map<string, (request: Request) => Promise<Response>>();
    const ports: Ports = {
      clock: { nowMs: () => Date.now(), sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) },
      fetch: carry(async (request) => {
        const app = apps.get(new URL(request.url).hostname);
        if (app === undefined) throw new Error(`nobody is at ${request.url}`);
        return app(request);
      }),
      database: this.#database(prepared),
      background: (_name, body) => void begun.push(body()),
      report: () => undefined,
    };
    const addresses = {
      channelUrl: "http://channel",
      ordersUrl: "http://orders",
      fulfillmentUrl: "http://fulfillment",
      projectorUrl: "http://projector",
    };
    const whole = configure(addresses, config);
    const shop = createShop(ports, whole, { ...shippedParts, ...parts });
    apps.set("orders", shop.orders).set("fulfillment", shop.fulfillment).set("projector", shop.projector);
    apps.set("channel", createChannel(ports, channel).app);
    return {
      ...shop,
      rest: async () => {
        for (const one of begun) await one;
      },
      audit: { ports, config: whole, parts: shippedParts },
    };
  }

  /** On a connection of its own. */
  async ask<R extends pg.QueryResultRow>(text: string): Promise<R[]> {
    return this.#resetter.ask<R>(text, []);
  }

  async close(): Promise<void> {
    await this.#pool.end();
    await this.#resetter.close();
  }

  #database(prepared: boolean): Database {
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
