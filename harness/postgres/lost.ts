/**
 * What a client is told when its connection ends, in the driver's own words. Without a word from the server there is no
 * SQLSTATE; when an administrator ends the session, whoever waits for an answer is given one. Whatever the server was given
 * may have been carried out or not. Only the lab makes one, so it says that a declared fault has struck.
 */
export class ConnectionLost extends Error {
  /** SQLSTATE, where the server has said why. */
  readonly code: string | undefined;

  constructor(by: Ender = "client") {
    super(
      by === "client" ? "Connection terminated unexpectedly" : "terminating connection due to administrator command",
    );
    this.name = "ConnectionLost";
    this.code = by === "client" ? undefined : "57P01";
  }
}

/** Who ends a session: its client, by dying or by losing the connection; or the server, as an administrator wants it. */
export type Ender = "client" | "server";

/** Whether a declared fault is behind this error, however often it was handed on. */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof ConnectionLost || (error instanceof Error && isConnectionLost(error.cause));
}
