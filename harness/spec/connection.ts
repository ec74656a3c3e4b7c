/**
 * One session's connection: a text is sent as it stands (simple protocol), and what the server answers is kept in the
 * order in which it came, because notices stand between results there.
 */
import pg from "pg";
import type { Address } from "../postgres/server.ts";
import { closed, errorText, noticeText, type Answer, type Message } from "./answer.ts";

export interface Notification {
  readonly channel: string;
  readonly payload: string;
  readonly processId: number;
}

interface Wire {
  on(event: "rowDescription", then: (message: { fields: readonly { name: string }[] }) => void): void;
  on(event: "dataRow", then: (message: { fields: readonly (string | null)[] }) => void): void;
  on(event: "notice" | "errorMessage", then: (message: Message) => void): void;
  on(event: "notification", then: (message: Notification) => void): void;
  on(
    event: "commandComplete" | "emptyQuery" | "readyForQuery" | "copyInResponse" | "copyOutResponse",
    then: () => void,
  ): void;
  query(text: string): void;
  sendCopyFail(message: string): void;
}

export class Connection {
  readonly client: pg.Client;
  /** Answers that nobody has taken yet. */
  readonly answers: Answer[] = [];
  readonly notifications: Notification[] = [];
  lost = false;
  #busy = false;
  #table: { columns: readonly string[]; rows: (readonly (string | null)[])[] } | undefined;
  #wake: () => void = () => undefined;
  #moved: Promise<void> = Promise.resolve();

  private constructor(address: Address, applicationName: string) {
    this.client = new pg.Client({ ...address, application_name: applicationName });
    this.client.on("error", () => undefined); // `end` follows.
    this.client.on("end", () => this.#end());
  }

  static async open(address: Address, applicationName: string): Promise<Connection> {
    const connection = new Connection(address, applicationName);
    await connection.client.connect();
    connection.#expect();
    connection.#listen();
    return connection;
  }

  get pid(): number {
    return (this.client as unknown as { processID: number }).processID;
  }

  /** Resolves when something more has come. */
  get moved(): Promise<void> {
    return this.#moved;
  }

  send(text: string): void {
    this.#busy = true;
    const nothing = (): void => undefined;
    const submitted = {
      submit: (wire: Wire) => wire.query(text),
      handleRowDescription: nothing,
      handleDataRow: nothing,
      handleCommandComplete: nothing,
      handleEmptyQuery: nothing,
      handleError: nothing,
      handleReadyForQuery: nothing,
      handleCopyInResponse: nothing,
      handleCopyData: nothing,
    };
    this.client.query(submitted as unknown as pg.Submittable);
  }

  /** The next answer, once it is there. */
  async next(): Promise<Answer> {
    while (this.answers.length === 0) await this.#moved;
    return this.answers.shift()!;
  }

  /** Whether the next result has come, whatever stands before it. */
  get hasResult(): boolean {
    return this.answers.some(({ kind }) => kind !== "notice" && kind !== "columns");
  }

  async close(): Promise<void> {
    await this.client.end().catch(() => undefined);
  }

  /** What the lab itself asks goes through the driver; its answers are not the session's. */
  async ask<R extends pg.QueryResultRow>(text: string, values: readonly unknown[], name?: string): Promise<R[]> {
    const named = name === undefined ? {} : { name };
    return (await this.client.query<R>({ text, values: [...values], ...named })).rows;
  }

  #listen(): void {
    const wire = (this.client as unknown as { connection: Wire }).connection;
    wire.on("rowDescription", ({ fields }) => {
      this.#table = { columns: fields.map(({ name }) => name), rows: [] };
      this.#asked({ kind: "columns" });
    });
    wire.on("dataRow", ({ fields }) => void this.#table?.rows.push(fields));
    wire.on("commandComplete", () => {
      this.#asked({ kind: "done", rows: this.#table });
      this.#table = undefined;
    });
    wire.on("emptyQuery", () => this.#asked({ kind: "empty" }));
    wire.on("errorMessage", (message) => {
      this.#table = undefined;
      this.#asked({ kind: "error", text: errorText(message) });
    });
    wire.on("copyInResponse", () => {
      this.#asked({ kind: "copy" });
      wire.sendCopyFail("a spec has no data to copy");
    });
    wire.on("copyOutResponse", () => this.#asked({ kind: "copy" }));
    wire.on("readyForQuery", () => {
      this.#asked({ kind: "ready" });
      this.#busy = false;
    });
    wire.on("notice", (message) => this.#came({ kind: "notice", text: noticeText(message) }));
    wire.on("notification", ({ channel, payload, processId }) => {
      this.notifications.push({ channel, payload, processId });
    });
  }

  #asked(answer: Answer): void {
    if (this.#busy) this.#came(answer);
  }

  #end(): void {
    this.lost = true;
    if (!this.#busy) return;
    this.#busy = false;
    this.#came({ kind: "error", text: closed });
    this.#came({ kind: "ready" });
  }

  #came(answer: Answer): void {
    this.answers.push(answer);
    this.#wake();
    this.#expect();
  }

  #expect(): void {
    this.#moved = new Promise((resolve) => (this.#wake = resolve));
  }
}
