/**
 * What a client is told when its connection ends without a word, in the driver's own words: no SQLSTATE, and whatever the
 * server was given may have been carried out or not. Only the lab makes one, so it says that a declared fault has struck.
 */
export class ConnectionLost extends Error {
  constructor() {
    super("Connection terminated unexpectedly");
    this.name = "ConnectionLost";
  }
}

/** Whether a declared fault is behind this error, however often it was handed on. */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof ConnectionLost || (error instanceof Error && isConnectionLost(error.cause));
}
