/** A backend whose connection is held by a child process. What it is told to do goes there, and how it stands comes back. */

import type { Backend, Ended, Sending } from "../postgres/backend.ts";
import type { Phase } from "../postgres/statement.ts";
import type { Errors } from "./errors.ts";
import type { BackendState, ToChild } from "./protocol.ts";

export class RemoteBackend implements Backend {
  /** It is open before the step is over that asked for it: the child is not parked before. */
  readonly opened: Promise<void> = Promise.resolve();
  pid = 0;
  lost = false;
  quiet = true;
  statement: { readonly phase: Phase } | undefined;
  last: Ended | undefined;
  phase: Promise<void> = Promise.resolve();
  readonly #connection: number;
  readonly #tell: (message: ToChild) => void;
  readonly #errors: Errors;
  #given = 0;
  #wake: () => void = () => undefined;

  constructor(connection: number, tell: (message: ToChild) => void, errors: Errors) {
    this.#connection = connection;
    this.#tell = tell;
    this.#errors = errors;
    tell({ kind: "open", connection });
  }

  send(text: string, values: readonly unknown[], how: Sending): void {
    this.#give({ kind: "send", connection: this.#connection, statement: { text, values, how } });
  }

  commit(): void {
    this.#give({ kind: "commit", connection: this.#connection });
  }

  destroy(): void {
    this.lost = true;
    this.#tell({ kind: "destroy", connection: this.#connection });
  }

  /** It serves the child's next job. */
  keep(): void {
    this.#tell({ kind: "keep", connection: this.#connection });
  }

  /** How it stands. What was said before its last order arrived tells nothing of that order. */
  stands({ given, lost, status, holdsSessionLock, phase, result, error }: BackendState): void {
    if (lost) this.lost = true;
    if (given < this.#given) return;
    this.statement = phase === undefined ? undefined : { phase };
    this.quiet = phase === undefined && status === "I" && !holdsSessionLock;
    if (phase === undefined) this.last = { result, error: error && this.#errors.hear(error) };
    this.#wake();
  }

  #give(order: ToChild): void {
    this.#given++;
    this.quiet = false;
    this.statement = { phase: "running" };
    this.phase = new Promise((resolve) => (this.#wake = resolve));
    this.#tell(order);
  }
}
