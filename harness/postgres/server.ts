/**
 * What the lab needs of a PostgreSQL server, whoever started it (embedded binaries, a URL, a container).
 * Launching and cleaning up live in `cluster/`; here is only the shape.
 */
import type { ConnectionOptions } from "node:tls";

/** Signals to backends. A remote server has none: then the gate is off and the verdict says so. */
export interface Signals {
  stop(pid: number): void | Promise<void>;
  cont(pid: number): void | Promise<void>;
  /** True when the backend's process sleeps (state S in /proc/<pid>/stat), so it holds no lightweight lock in a loop. */
  asleep(pid: number): boolean | Promise<boolean>;
}

export interface Address {
  /** Directory of the unix socket, or a host name. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password?: string;
  readonly database: string;
  /** Settings for every connection, as the driver's `options`; on the lab's own server none are needed. */
  readonly options?: string;
  readonly ssl?: boolean | ConnectionOptions;
}

export interface Server {
  readonly kind: "embedded" | "url" | "container";
  /** 16, 17, 18. */
  readonly major: number;
  readonly address: Address;
  readonly signals: Signals | undefined;
  /** What weakens a promise on this server ("no gate: …"); shown at the head of a verdict. Empty when nothing does. */
  readonly warnings: readonly string[];
  /**
   * Stops it at once, in whatever state its backends are, and starts it again on the same data (crash recovery). Every
   * connection is lost. Undefined: it is not the lab's to stop.
   */
  readonly crash: (() => Promise<void>) | undefined;
  /** Ends it and removes whatever it left (directory, container, database made for the lab). Idempotent. */
  close(): Promise<void>;
}

export type ServerChoice =
  | { readonly kind: "embedded"; readonly major: 16 | 17 | 18 }
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "container"; readonly major: 16 | 17 | 18 };
