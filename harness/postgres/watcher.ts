/**
 * The lab's own connection, beside those of a run: it asks who waits for whom, sets the clock, clears the tables. When the
 * server was stopped it is opened again, and whoever asks does not notice.
 */

import type pg from "pg";
import { OwnBackend } from "./backend.ts";
import type { Address } from "./server.ts";

export class Watcher {
  readonly #address: Address;
  readonly #searchPath: string;
  #backend: OwnBackend;
  /** The question asked last; the next one waits for its answer, since a connection carries one at a time. */
  #asked: Promise<unknown> = Promise.resolve();

  private constructor(address: Address, searchPath: string, backend: OwnBackend) {
    this.#address = address;
    this.#searchPath = searchPath;
    this.#backend = backend;
  }

  static async open(address: Address, searchPath: string): Promise<Watcher> {
    return new Watcher(address, searchPath, await OwnBackend.open(address, searchPath));
  }

  /** Settings of the former session are gone. */
  async reopen(): Promise<void> {
    this.#backend.destroy();
    this.#backend = await OwnBackend.open(this.#address, this.#searchPath);
  }

  async ask<R extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<R[]> {
    const answer = this.#asked.then(() => this.#backend.ask<R>(text, values));
    this.#asked = answer.catch(() => undefined);
    return answer;
  }

  async close(): Promise<void> {
    await this.#backend.close();
  }
}

/** What is asked of it. */
export type Asked = Pick<Watcher, "ask">;
