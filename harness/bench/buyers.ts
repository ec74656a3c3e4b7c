/** Two buyers on one row, as SQL: the work that the bench times most closely. */

import type { World } from "../kernel/world.ts";
import { OwnBackend } from "../postgres/backend.ts";
import type { LabRun, Schema } from "../postgres/lab.ts";
import { Reset } from "../postgres/reset.ts";
import type { Address } from "../postgres/server.ts";

const buyers = 2;
const buy = "UPDATE stock SET v = v - 1 WHERE id = $1 AND v > 0 RETURNING v";
export const stock: Schema = {
  setup: ["CREATE TABLE stock (id int PRIMARY KEY, v int NOT NULL)"],
  tables: ["stock"],
  sequences: [],
  initial: ["INSERT INTO stock VALUES (1, 10)"],
};

/** They come, each with a connection of its own; the world decides the rest. */
export function come(world: World, run: LabRun): void {
  const pool = run.pool("shop", buyers);
  for (let buyer = 1; buyer <= buyers; buyer++) {
    world.spawn(`buyer-${buyer}`, "buys", async () => {
      const session = await pool.connect();
      await session.query("BEGIN");
      await session.query(buy, [1]);
      await session.query("COMMIT");
      session.release();
    });
  }
}

/** The same without the lab: bare clients, and the same reset. */
export class BareBuyers {
  readonly #reset: Reset;
  readonly #clients: readonly OwnBackend[];

  private constructor(reset: Reset, clients: readonly OwnBackend[]) {
    this.#reset = reset;
    this.#clients = clients;
  }

  static async open(address: Address): Promise<BareBuyers> {
    const clients = await Promise.all(Array.from({ length: buyers }, () => OwnBackend.open(address)));
    const resetter = await OwnBackend.open(address);
    const reset = new Reset(resetter, stock);
    await reset.prepare();
    return new BareBuyers(reset, [...clients, resetter]);
  }

  /** On two cores, so are they. */
  async atOnce(): Promise<void> {
    await this.#reset.run(false);
    await Promise.all(this.#clients.slice(0, buyers).map(buyOn));
  }

  async inTurn(): Promise<void> {
    await this.#reset.run(false);
    for (const client of this.#clients.slice(0, buyers)) await buyOn(client);
  }

  async close(): Promise<void> {
    for (const client of this.#clients) await client.close();
  }
}

async function buyOn(client: OwnBackend): Promise<void> {
  await client.ask("BEGIN");
  await client.ask(buy, [1]);
  await client.ask("COMMIT");
}
