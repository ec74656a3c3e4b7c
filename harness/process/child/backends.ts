/** In a child process: its own connections to the server. When one of them sends or commits is the lab's decision. */

import { OwnBackend } from "../../postgres/backend.ts";
import type { Address } from "../../postgres/server.ts";
import type { Errors } from "../errors.ts";
import type { FromChild, PlainStatement } from "../protocol.ts";

interface Used {
  readonly backend: OwnBackend;
  given: number;
}

/** Opened before anybody asks, so that a fresh process is ready for its first statements. */
const aheadCount = 2;

export class ChildBackends {
  readonly #tell: (message: FromChild) => void;
  readonly #errors: Errors;
  #free: OwnBackend[] = [];
  readonly #used = new Map<number, Used>();
  #address: Address | undefined;

  constructor(tell: (message: FromChild) => void, errors: Errors) {
    this.#tell = tell;
    this.#errors = errors;
  }

  /** A server that is just being stopped refuses; then each is opened when it is needed, and says there what is wrong. */
  async openAhead(address: Address): Promise<void> {
    this.#address = address;
    const opening = Array.from({ length: aheadCount }, () => this.#connected());
    const opened = await Promise.allSettled(opening);
    this.#free.push(...opened.flatMap((one) => (one.status === "fulfilled" ? [one.value] : [])));
  }

  async open(connection: number): Promise<void> {
    const backend = (await this.#ready()) ?? (await this.#connected());
    const used = { backend, given: 0 };
    this.#used.set(connection, used);
    this.#tell({ kind: "opened", connection, pid: backend.pid });
  }

  send(connection: number, { text, values, how }: PlainStatement): void {
    this.#give(connection, (backend) => backend.send(text, values, how));
  }

  commit(connection: number): void {
    this.#give(connection, (backend) => backend.commit());
  }

  destroy(connection: number): void {
    this.#used.get(connection)?.backend.destroy();
  }

  /** It is as it was opened, and serves the next job. */
  keep(connection: number): void {
    const used = this.#used.get(connection);
    this.#used.delete(connection);
    if (used !== undefined) this.#free.push(used.backend);
  }

  /** A free one that the server still knows: it may have been stopped meanwhile, which its clients learn in their own time. */
  async #ready(): Promise<OwnBackend | undefined> {
    for (let backend = this.#free.pop(); backend !== undefined; backend = this.#free.pop()) {
      const answers = await backend.ask("SELECT 1").then(
        () => true,
        () => false,
      );
      if (answers) return backend;
    }
    return undefined;
  }

  async #connected(): Promise<OwnBackend> {
    if (this.#address === undefined) throw new Error("nobody has said where the server is");
    const backend = await OwnBackend.open(this.#address);
    backend.client.on("end", () => {
      for (const [connection, used] of this.#used) if (used.backend === backend) this.#say(connection, used);
    });
    return backend;
  }

  #give(connection: number, what: (backend: OwnBackend) => void): void {
    const used = this.#used.get(connection);
    if (used === undefined) throw new Error(`no connection ${connection} is open`);
    used.given++;
    what(used.backend);
    const say = (): void => this.#say(connection, used);
    used.backend.phase.then(say, say);
  }

  #say(connection: number, { backend, given }: Used): void {
    if (!this.#used.has(connection)) return;
    const { lost, status, holdsSessionLock, statement, last } = backend;
    const { result, error } = (statement === undefined ? last : undefined) ?? {};
    const state = {
      ...{ given, lost, status, holdsSessionLock, phase: statement?.phase },
      result: result && { command: result.command, rowCount: result.rowCount, rows: result.rows },
      error: error && this.#errors.tell(error),
    };
    this.#tell({ kind: "backend", connection, state });
  }
}
