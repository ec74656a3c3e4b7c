/**
 * All that the system asks of the world. Service code waits for nothing else: no timers, no sockets, no clock of its
 * own. `adapters.ts` has the real ones; a lab may supply others.
 */

/** This host's own clock. It is never the authority for a deadline: that is the database's `db_now()`. */
export interface Clock {
  /** Milliseconds since the Unix epoch, as this host sees it. */
  nowMs(): number;
  /** Resolves after so many milliseconds. */
  sleep(ms: number): Promise<void>;
}

/**
 * Sends one request and waits for its reply at most `timeoutMs`.
 * Rejects with {@link NoAnswer} when there was none: then nobody knows whether the other side carried it out.
 */
export type Fetch = (request: Request, bound: { readonly timeoutMs: number }) => Promise<Response>;

/** No reply came: `timeout` = not within the bound, `io error` = the connection broke or was refused. */
export class NoAnswer extends Error {
  readonly why: "timeout" | "io error";
  constructor(why: "timeout" | "io error", cause?: unknown) {
    super(`no answer: ${why}`, { cause });
    this.name = "NoAnswer";
    this.why = why;
  }
}

/** One row as the driver gives it: int8 and numeric arrive as text, timestamptz as Date. */
export type Row = Record<string, unknown>;

export interface Result<R extends Row = Row> {
  /** The command's name in upper case: SELECT, UPDATE, COMMIT, ROLLBACK … */
  readonly command: string;
  /** Rows changed, or rows returned by a SELECT. */
  readonly rowCount: number;
  readonly rows: readonly R[];
}

/**
 * One connection, held by one task until it is released. A statement outside BEGIN … COMMIT commits by itself.
 * Values are bound ($1, $2 …), never pasted. Rejects with the driver's error (`code` = SQLSTATE) when the server
 * refused, or with an error without a five-character `code` when the connection was lost: then the outcome is unknown.
 */
export interface Session {
  query<R extends Row = Row>(text: string, values?: readonly unknown[]): Promise<Result<R>>;
  /** Gives the connection back to its pool; `broken` closes it instead. */
  release(broken?: boolean): void;
}

/** A pool of connections of a fixed size; `connect` waits for a free one. */
export interface Database {
  connect(): Promise<Session>;
}

export interface Ports {
  readonly clock: Clock;
  readonly fetch: Fetch;
  readonly database: Database;
  /** Runs a body beside the caller, who does not wait for it. `name` is for people: "notify ntf-0001". */
  background(name: string, body: () => Promise<void>): void;
  /** Hears of an error that a caller was only told of in general terms: "POST /orders" and what went wrong. */
  report(what: string, error: unknown): void;
}
