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
  readonly #tables: readonly string[];
  readonly #byTruncate: readonly string[];
  readonly #byDelete: readonly string[];
  /** Tables whose own triggers would have a say: of a user who may not switch off those of a session. */
  #guarded: readonly string[] = [];
  #runs = 0;
  #afreshNext = true;

  constructor(watcher: Asked, { tables, sequences, initial = [] }: Schema) {
    this.#watcher = watcher;
    const begin = [...sequences.map((name) => `SELECT setval('${name}', 1, false)`), ...initial];
    this.#tables = tables;
    this.#byTruncate = [...(tables.length === 0 ? [] : [`TRUNCATE ${tables.join(", ")}`]), ...begin];
    // A table comes after those it refers to; backwards, no row is deleted that another one needs.
    this.#byDelete = [...[...tables].reverse().map((table) => `DELETE FROM ${table}`), ...begin];
  }

  /**
   * To be called once a session of the watcher's. Without foreign keys and triggers deleting is three times as fast. A user who
   * may not switch them off keeps the foreign keys, and switches off the tables' own triggers for each reset: one that only
   * lets a table grow would refuse it.
   */
  async prepare(): Promise<void> {
    const off = this.#watcher.ask("SET session_replication_role = replica");
    const mayNot = await off.then(
      () => false,
      () => true,
    );
    this.#guarded = mayNot ? await this.#withTriggers() : [];
  }

  async #withTriggers(): Promise<readonly string[]> {
    const found = await this.#watcher.ask<{ name: string }>(
      `SELECT name FROM unnest($1::text[]) AS name
        WHERE EXISTS (SELECT FROM pg_trigger WHERE tgrelid = name::regclass AND NOT tgisinternal)`,
      [this.#tables],
    );
    return found.map(({ name }) => name);
  }

  /** The next run begins with tables as if none had been before. */
  afreshNext(): void {
    this.#afreshNext = true;
  }

  async run(afresh: boolean): Promise<void> {
    const truncate = afresh || this.#afreshNext || this.#runs % runsBetweenTruncates === 0;
    this.#runs++;
    this.#afreshNext = false;
    const triggers = (be: string): readonly string[] =>
      this.#guarded.map((table) => `ALTER TABLE ${table} ${be} TRIGGER USER`);
    const clear = truncate ? this.#byTruncate : this.#byDelete;
    await this.#watcher.ask(["BEGIN", ...triggers("DISABLE"), ...clear, ...triggers("ENABLE"), "COMMIT"].join("; "));
  }
}
