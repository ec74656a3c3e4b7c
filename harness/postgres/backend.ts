/** A connection to the server, with its backend's pid. It carries one statement at a time. */

import pg from "pg";
import type { Address } from "./server.ts";
import { Statement, type Phase } from "./statement.ts";

/** What the server's ReadyForQuery said: idle, in a transaction, in a failed transaction. */
export type TransactionStatus = "I" | "T" | "E";

/** What a statement came to. */
export interface Ended {
  readonly result?:
    { readonly command: string; readonly rowCount: number | null; readonly rows: readonly unknown[] } | undefined;
  readonly error?: Error | undefined;
}

/** A backend that works for a run, whichever process holds the connection to it. */
export interface Backend {
  /** Rejects when the connection could not be opened. Nothing is sent on it before. */
  readonly opened: Promise<void>;
  /** The server process; known once it is open. */
  readonly pid: number;
  /** The connection is gone; the backend is not to be used again. */
  readonly lost: boolean;
  /** Nothing in flight, no transaction open. */
  readonly quiet: boolean;
  /** The statement in flight, or executed and not yet committed. */
  readonly statement: { readonly phase: Phase } | undefined;
  /** The statement that was done last, with its result or error. */
  readonly last: Ended | undefined;
  /** Resolves when the statement in flight has been executed (when its Sync is withheld) or is done. */
  readonly phase: Promise<void>;
  send(text: string, values: readonly unknown[], how: Sending): void;
  /** Ends the statement that was executed and is held: the server commits it. */
  commit(): void;
  /** Its client dies: the socket is closed without a goodbye. The server notices in its own time. */
  destroy(): void;
}

export interface Sending {
  /** A BEGIN that travels with the statement: its own text, or undefined. */
  readonly begin: string | undefined;
  /** Withhold Sync: the statement is executed, and commits only by {@link Backend.commit}. */
  readonly hold: boolean;
}

/** A backend whose connection this process holds. */
export class OwnBackend implements Backend {
  readonly client: pg.Client;
  readonly opened: Promise<void>;
  lost = false;
  /** It may hold a lock that outlives its transactions (session-level advisory locks). */
  holdsSessionLock = false;
  #statement: Statement | undefined;
  #last: Statement | undefined;
  #wake: () => void = () => undefined;
  #phase: Promise<void> = Promise.resolve();

  /** Begins to open a connection. */
  constructor(address: Address) {
    const client = new pg.Client({ ...address, application_name: "holdfast" });
    this.client = client;
    client.on("error", () => undefined); // told by the statement in flight; an idle one says so by `lost`
    client.on("end", () => {
      this.lost = true;
      this.#statement?.ready();
    });
    const { connection } = client as unknown as { connection: { on(event: "readyForQuery", then: () => void): void } };
    connection.on("readyForQuery", () => this.#statement?.ready());
    this.opened = client.connect().then(() => undefined);
    this.opened.catch(() => undefined); // whoever waits for it hears of it
  }

  static async open(address: Address): Promise<OwnBackend> {
    const backend = new OwnBackend(address);
    await backend.opened;
    return backend;
  }

  get pid(): number {
    return (this.client as unknown as { processID: number | null }).processID ?? 0;
  }

  get status(): TransactionStatus {
    return (this.client as unknown as { _txStatus: TransactionStatus | null })._txStatus ?? "I";
  }

  get quiet(): boolean {
    return this.#statement === undefined && this.status === "I" && !this.holdsSessionLock;
  }

  get statement(): Statement | undefined {
    return this.#statement;
  }

  get last(): Statement | undefined {
    return this.#last;
  }

  get phase(): Promise<void> {
    return this.#phase;
  }

  send(text: string, values: readonly unknown[], how: Sending): void {
    const statement = new Statement({ text, values, name: statementName(text), ...how }, () => {
      if (statement.phase === "done") {
        this.#last = statement;
        this.#statement = undefined;
      }
      this.#wake();
    });
    this.#statement = statement;
    if (sessionLock.test(text)) this.holdsSessionLock = true;
    this.#expectPhase();
    this.client.query(statement as unknown as pg.Submittable);
  }

  commit(): void {
    this.#expectPhase();
    this.#statement?.sync();
  }

  /** A statement of the lab's own, outside any run: several commands may stand in one text. */
  async ask<R extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<R[]> {
    if (values === undefined) return (await this.client.query<R>(text)).rows;
    return (await this.client.query<R>({ text, name: statementName(text), values: [...values] })).rows;
  }

  destroy(): void {
    this.lost = true;
    (this.client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  }

  async close(): Promise<void> {
    this.lost = true;
    await this.opened.then(() => this.client.end()).catch(() => undefined);
  }

  #expectPhase(): void {
    this.#phase = new Promise((resolve) => (this.#wake = resolve));
  }
}

const sessionLock = /pg_(try_)?advisory_lock/i;
const names = new Map<string, string>();

/** A name for a prepared statement: one a text, so that the server parses and plans each only once a connection. */
function statementName(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = `holdfast ${names.size}`;
    names.set(text, name);
  }
  return name;
}
