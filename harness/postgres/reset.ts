/**
 * A clean state before each run. DELETE is the fast way, and clean for statements that find their rows by a key; it leaves
 * dead rows behind, so TRUNCATE takes its place now and then, and whenever a run did not end as it should. Every table is
 * cleared, written or not: a write may hide in a function or a trigger.
 */

import type { Schema } from "./lab.ts";
import type { Asked } from "./watcher.ts";

/** Until then the heap grows by the rows of earlier runs. */
const runsBetweenTruncates = 500;

export class Reset {
  readonly #watcher: Asked;
  readonly #byTruncate: string;
  readonly #byDelete: string;
  #runs = 0;
  #afreshNext = true;

  constructor(watcher: Asked, { tables, sequences, initial = [] }: Schema) {
    this.#watcher = watcher;
    const begin = [...sequences.map((name) => `SELECT setval('${name}', 1, false)`), ...initial];
    const whole = (clear: readonly string[]): string => ["BEGIN", ...clear, ...begin, "COMMIT"].join("; ");
    this.#byTruncate = whole(tables.length === 0 ? [] : [`TRUNCATE ${tables.join(", ")}`]);
    // A table comes after those it refers to; backwards, no row is deleted that another one needs.
    this.#byDelete = whole([...tables].reverse().map((table) => `DELETE FROM ${table}`));
  }

  /** To be called once a session of the watcher's. Without foreign keys and triggers deleting is three times as fast; a user who may not switch them off keeps them. */
  async prepare(): Promise<void> {
    await this.#watcher.ask("SET session_replication_role = replica").catch(() => undefined);
  }

  /** The next run begins with tables as if none had been before. */
  afreshNext(): void {
    this.#afreshNext = true;
  }

  async run(afresh: boolean): Promise<void> {
    const truncate = afresh || this.#afreshNext || this.#runs % runsBetweenTruncates === 0;
    this.#runs++;
    this.#afreshNext = false;
    await this.#watcher.ask(truncate ? this.#byTruncate : this.#byDelete);
  }
}
