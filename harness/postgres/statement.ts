/**
 * One statement on the wire, through the extended protocol. It differs from the driver's own query in two ways: Sync
 * can be withheld, so that executing and committing an autocommit statement are two steps; and it counts as finished at
 * ReadyForQuery, not at an ErrorResponse, because the server drops its locks only between the two.
 *
 * `_getRows` is where pg 8.23 writes Execute and Sync; `@types/pg` lacks these internals.
 */

import pg from "pg";

/** The parts of pg's Connection that are used here. */
interface Wire {
  readonly parsedStatements: Record<string, string>;
  parse(config: { text: string; name: string }): void;
  bind(config: { statement: string; portal: string; values: readonly unknown[] }): void;
  execute(config: { portal: string; rows?: number | undefined }): void;
  flush(): void;
  sync(): void;
}

interface PgQuery {
  name: string;
  submit(connection: Wire): Error | null;
  prepare(connection: Wire): void;
  handleCommandComplete(message: unknown, connection: Wire): void;
  handleReadyForQuery(connection: Wire): void;
  handleError(error: Error): void;
}

type PgQueryConstructor = new (
  text: string,
  values: readonly unknown[],
  callback: (error: Error | null, result: pg.QueryResult) => void,
) => PgQuery;

const PgQuery = pg.Query as unknown as PgQueryConstructor;
const beginName = "holdfast begin";

export type Phase = "running" | "executed" | "done";

export interface StatementOptions {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  /** A BEGIN that travels with this statement: its own text, or undefined. */
  readonly begin: string | undefined;
  /** Withhold Sync: the statement is executed, and commits only when {@link Statement.sync} is called. */
  readonly hold: boolean;
}

export class Statement extends PgQuery {
  phase: Phase = "running";
  result: pg.QueryResult | undefined;
  error: Error | undefined;
  readonly #options: StatementOptions;
  readonly #onPhase: () => void;
  #wire: Wire | undefined;
  #beginning: boolean;
  #synced = false;

  constructor(options: StatementOptions, onPhase: () => void) {
    // As text: the driver copies a record by its property descriptors, which costs a tenth of a round trip.
    super(options.text, options.values, (error, result) => {
      if (error === null) this.result = result;
    });
    this.name = options.name;
    this.#options = options;
    this.#onPhase = onPhase;
    this.#beginning = options.begin !== undefined;
  }

  override prepare(connection: Wire): void {
    this.#wire = connection;
    if (this.#options.begin !== undefined) {
      const name = `${beginName} ${this.#options.begin}`;
      if (connection.parsedStatements[name] === undefined) {
        connection.parse({ text: this.#options.begin, name });
        connection.parsedStatements[name] = this.#options.begin;
      }
      connection.bind({ statement: name, portal: "", values: [] });
      connection.execute({ portal: "" });
    }
    super.prepare(connection);
  }

  /** pg's hook for Execute. */
  _getRows(connection: Wire): void {
    connection.execute({ portal: "" });
    if (this.#options.hold) connection.flush();
    else this.sync();
  }

  /** Ends an executed autocommit statement: the server commits it. */
  sync(): void {
    this.#synced = true;
    this.phase = "running";
    this.#wire?.sync();
  }

  override handleCommandComplete(message: unknown, connection: Wire): void {
    if (this.#beginning) {
      this.#beginning = false;
      return;
    }
    super.handleCommandComplete(message, connection);
    if (this.#options.hold && !this.#synced) this.#enter("executed");
  }

  override handleReadyForQuery(connection: Wire): void {
    super.handleReadyForQuery(connection);
    this.#enter("done");
  }

  override handleError(error: Error): void {
    this.error = error;
    if (!(error instanceof pg.DatabaseError)) {
      this.#enter("done"); // the connection is gone; nothing more will come
      return;
    }
    if (!this.#synced) this.sync();
  }

  /** The server is ready again, or the connection has ended: a failed statement is done only now. */
  ready(): void {
    if (this.error !== undefined) this.#enter("done");
  }

  #enter(phase: Phase): void {
    if (this.phase === "done") return;
    this.phase = phase;
    this.#onPhase();
  }
}
