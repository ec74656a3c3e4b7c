/**
 * The lab's own connection, beside those of a run: it asks who waits for whom, sets the clock, clears the tables. When the
 * server was stopped, or it is lost, it is opened again, and whoever asks afterwards does not notice.
 */

import type pg from "pg";
import { OwnBackend } from "./backend.ts";
import type { Address } from "./server.ts";

export class Watcher {
  readonly #address: Address;
  #backend: OwnBackend;
  /** The question asked last; the next one waits for its answer, since a connection carries one at a time. */
  #asked: Promise<unknown> = Promise.resolve();

  private constructor(address: Address, backend: OwnBackend) {
    this.#address = address;
    this.#backend = backend;
  }

  static async open(address: Address): Promise<Watcher> {
    return new Watcher(address, await OwnBackend.open(address));
  }

  get lost(): boolean {
    return this.#backend.lost;
  }

  /** Settings of the former session are gone. */
  async reopen(): Promise<void> {
    this.#backend.destroy();
    this.#backend = await OwnBackend.open(this.#address);
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
