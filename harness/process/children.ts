/**
 * The lab's child processes: one is always being made ready before it is needed, and one that has done its job cleanly
 * waits for the next. A killed one is never used again.
 */

import type { Address } from "../postgres/server.ts";
import { ChildProcess } from "./process.ts";

export class Children {
  readonly #program: URL;
  readonly #address: Address;
  readonly #all = new Set<ChildProcess>();
  #idle: ChildProcess[] = [];

  /**
   * @param program the compiled program of a child, which serves the lab.
   * @param address where its own connections lead.
   */
  constructor(program: URL, address: Address) {
    this.#program = program;
    this.#address = address;
  }

  take(): ChildProcess {
    this.#idle = this.#idle.filter(({ alive }) => alive);
    const child = this.#idle.shift() ?? this.#fork();
    if (this.#idle.length === 0) this.#idle.push(this.#fork());
    return child;
  }

  giveBack(child: ChildProcess): void {
    this.#idle.push(child);
  }

  /** SIGKILL; returns the exit code. */
  async kill(child: ChildProcess): Promise<number> {
    this.#all.delete(child);
    return child.kill();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all].map((child) => this.kill(child)));
  }

  #fork(): ChildProcess {
    const child = new ChildProcess(this.#program, this.#address);
    this.#all.add(child);
    return child;
  }
}
