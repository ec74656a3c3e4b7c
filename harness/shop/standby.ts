/**
 * A database that takes no writes: what a service meets after a failover, while its connections lead to a standby. The
 * server itself refuses, because every transaction that begins there is READ ONLY.
 */

import type { Database, Session } from "../../src/ports.ts";

const begins = /^BEGIN\b/;

export class Standbys {
  readonly #hosts = new Set<string>();

  /** Transactions that begin on this host from now on may read only. */
  failOver(host: string): void {
    this.#hosts.add(host);
  }

  /** Its connections lead to a database that takes writes again. */
  failBack(host: string): void {
    this.#hosts.delete(host);
  }

  /** This host's database, whichever it is at the moment. */
  database(host: string, primary: Database): Database {
    return {
      connect: async () => {
        const session = await primary.connect();
        return this.#hosts.has(host) ? readOnly(session) : session;
      },
    };
  }

  /** Whether this is the refusal that was to be expected on this host. */
  isRefusal(host: string, error: unknown): boolean {
    return this.#hosts.has(host) && error instanceof Error && "code" in error && error.code === readOnlyTransaction;
  }
}

/** SQLSTATE read_only_sql_transaction. */
const readOnlyTransaction = "25006";

function readOnly(session: Session): Session {
  return {
    query: async (text, values) => session.query(begins.test(text) ? `${text} READ ONLY` : text, values),
    release: (broken) => session.release(broken),
  };
}
