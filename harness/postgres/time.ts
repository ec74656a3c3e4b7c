/**
 * Virtual time inside the server. `db_now()` reads a sequence that the kernel sets, so the database's clock moves only
 * when the world's does. It is VOLATILE and outside transactions, as clock_timestamp() is: a STABLE function over a table
 * or a setting would be stale after a lock wait.
 */

import type { World } from "../kernel/world.ts";
import type { Asked } from "./watcher.ts";

/** Virtual time 0 as a date: 2026-01-01T00:00:00Z. */
export const epochMs = Date.UTC(2026, 0, 1);

export const clockSequence = "holdfast_clock";

/** Replaces the schema's `db_now()` in the lab's own schema. */
export const virtualTime: readonly string[] = [
  `CREATE SEQUENCE ${clockSequence}`,
  `CREATE OR REPLACE FUNCTION db_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS
   $$ SELECT timestamptz 'epoch' + pg_sequence_last_value('${clockSequence}'::regclass) * interval '1 millisecond' $$`,
];

/** Sets the server's clock to the world's, when it has moved since. */
export class ServerClock {
  readonly #watcher: Asked;
  #setTo: number | undefined;

  constructor(watcher: Asked) {
    this.#watcher = watcher;
  }

  async follow(world: World): Promise<void> {
    if (this.#setTo !== world.nowMs) await this.set(world);
  }

  async set(world: World): Promise<void> {
    const { nowMs } = world;
    this.#setTo = undefined; // Without an answer nobody knows.
    await this.#watcher.ask(`SELECT setval('${clockSequence}', $1)`, [epochMs + nowMs]);
    this.#setTo = nowMs;
  }
}
