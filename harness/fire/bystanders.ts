/** Processes that look like the lab's and are somebody else's: whatever happens to a lab, nothing happens to them. */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { processState, serverProcesses } from "../postgres/cluster/processes.ts";
import { openServer } from "../postgres/cluster/open.ts";
import { OwnBackend } from "../postgres/backend.ts";
import type { Server } from "../postgres/server.ts";

export class Bystanders {
  readonly #server: Server;
  readonly #backend: OwnBackend;
  readonly #sleeper: ChildProcess;
  readonly #directory: string;

  private constructor(server: Server, backend: OwnBackend, sleeper: ChildProcess, directory: string) {
    this.#server = server;
    this.#backend = backend;
    this.#sleeper = sleeper;
    this.#directory = directory;
  }

  /** Another lab's server with a backend that it has stopped, and a program called postgres. */
  static async start(): Promise<Bystanders> {
    const server = await openServer({ kind: "embedded", major: 18 });
    const backend = await OwnBackend.open(server.address);
    await server.signals?.stop(backend.pid);
    const directory = mkdtempSync(join(tmpdir(), "holdfast-0-"));
    const sleeper = spawn("/bin/bash", ["-c", "exec -a postgres sleep 3600"], { cwd: directory, stdio: "ignore" });
    return new Bystanders(server, backend, sleeper, directory);
  }

  /** What has happened to them, one sentence each. */
  harmed(): readonly string[] {
    const harmed: string[] = [];
    if (processState(this.#sleeper.pid!)?.state !== "S") harmed.push("somebody else's program was touched");
    if (processState(this.#backend.pid)?.state !== "T") harmed.push("another lab's stopped backend was touched");
    if (serverProcesses(join(this.#server.address.host, "..", "d")).length === 0)
      harmed.push("another lab's server is gone");
    return harmed;
  }

  async end(): Promise<void> {
    this.#sleeper.kill("SIGKILL");
    await this.#server.signals?.cont(this.#backend.pid);
    await this.#backend.close();
    await this.#server.close();
    rmSync(this.#directory, { recursive: true });
  }
}
