/**
 * The lab's own schema on a server: connections kept ready, the schema, and a clean state before each run. It touches
 * nothing outside its schema.
 */

import { KernelError } from "../kernel/failure.ts";
import type { World } from "../kernel/world.ts";
import { Backend } from "./backend.ts";
import { Gate } from "./gate.ts";
import { Pool } from "./pool.ts";
import type { Server } from "./server.ts";
import { Reset } from "./reset.ts";
import { Statements } from "./statements.ts";
import { ServerClock, virtualTime } from "./time.ts";

/** The tables of the system under test. `setup` runs once, in the lab's schema. */
export interface Schema {
  readonly setup: readonly string[];
  readonly tables: readonly string[];
  readonly sequences: readonly string[];
  /** Rows that every run begins with. */
  readonly initial?: readonly string[];
}

export const schemaName = "holdfast_lab";
/** Connections opened ahead, so that a task never waits for one to be opened: that would take real time. */
const spareMin = 12;
/**
 * A waiter has to be stopped before its own deadlock detector runs, so long after it began to wait. Each deadlock costs as
 * much. A second is ample for a machine at work; where deadlocks are many and the machine is fast, less will do.
 */
const detectorAfterMsDefault = 1_000;
export class LabDatabase {
  readonly server: Server;
  readonly #watcher: Backend;
  readonly #clock: ServerClock;
  /** When the gate asks changes how long a run takes and nothing else, so it may learn from the runs before. */
  readonly #hasBlocked = new Set<string>();
  #spare: Backend[] = [];
  readonly #detectorAfterMs: number;
  readonly #reset: Reset;

  private constructor(server: Server, schema: Schema, watcher: Backend, detectorAfterMs: number) {
    this.server = server;
    this.#watcher = watcher;
    this.#clock = new ServerClock(watcher);
    this.#reset = new Reset(watcher, schema);
    this.#detectorAfterMs = detectorAfterMs;
  }

  /** @param detectorAfterMs the server's `deadlock_timeout`, where this user may set it. */
  static async open(server: Server, schema: Schema, detectorAfterMs = detectorAfterMsDefault): Promise<LabDatabase> {
    const watcher = await Backend.open(server.address, schemaName);
    await watcher.ask(`CREATE SCHEMA ${schemaName}`);
    for (const statement of [...schema.setup, ...virtualTime]) await watcher.ask(statement);
    const lab = new LabDatabase(server, schema, watcher, await setDetector(watcher, detectorAfterMs));
    await lab.#reset.prepare();
    await lab.#stock();
    return lab;
  }

  /** Prepares a run: clean tables, and the database's part of the world. `afresh`: by TRUNCATE, as if none had run before. */
  async begin(world: World, afresh = false): Promise<LabRun> {
    await this.#reset.run(afresh);
    await this.#stock();
    const gate = new Gate(this.#watcher, this.server.signals, this.#detectorAfterMs, this.#hasBlocked);
    const used = new Set<Backend>();
    const broken: Backend[] = [];
    world.addSource({
      enabled: () => [],
      waiting: () => [],
      look: async () => {
        await this.#stock();
        if (broken.length === 0) return;
        const closed = broken.splice(0);
        for (const backend of closed) used.delete(backend);
        await gate.bury(closed);
        statements.lookAgain();
      },
    });
    const statements = new Statements(world, gate, () => this.#clock.follow(world));
    const pools = new Map<Pool, string>();
    const lease = (): Backend => {
      const backend = this.#spare.pop();
      if (backend === undefined) {
        throw world.broken(new KernelError("connections ran out", `a step needed more than ${spareMin}`));
      }
      used.add(backend);
      gate.use(backend);
      return backend;
    };
    return {
      gate,
      pool: (host, size) => {
        const pool = new Pool(world, statements, host, size, { lease, close: (backend) => broken.push(backend) });
        pools.set(pool, host);
        return pool;
      },
      bury: async (host) => {
        const dead: Backend[] = [];
        for (const [pool, of] of pools) {
          if (of !== host) continue;
          dead.push(...pool.backends);
          pools.delete(pool);
        }
        for (const backend of dead) used.delete(backend);
        await gate.bury(dead);
        this.#reset.afreshNext();
      },
      end: async (abandoned) => {
        await this.#giveBack(gate, [...used], (backend) => abandoned || statements.altered.has(backend));
      },
    };
  }

  async close(): Promise<void> {
    for (const backend of [...this.#spare, this.#watcher]) await backend.close();
    await this.server.close();
  }

  async #stock(): Promise<void> {
    while (this.#spare.length < spareMin) {
      const backend = await Backend.open(this.server.address, schemaName);
      await setDetector(backend, this.#detectorAfterMs);
      this.#spare.push(backend);
    }
  }

  /** Connections that are quiet and as they were serve the next run; the others are ended by the server. */
  async #giveBack(gate: Gate, used: readonly Backend[], spoilt: (backend: Backend) => boolean): Promise<void> {
    const good = used.filter((backend) => backend.quiet && !backend.lost && !spoilt(backend));
    const bad = used.filter((backend) => !good.includes(backend));
    this.#spare.push(...good);
    await gate.bury(bad);
    gate.forget();
    if (bad.length > 0) this.#reset.afreshNext();
  }
}

/** The database's part of one run. */
export interface LabRun {
  readonly gate: Gate;
  /** A pool for one process on this host. */
  pool(host: string, size: number): Pool;
  /** The host is dead: ends when the server has noticed of all its connections. */
  bury(host: string): Promise<void>;
  /** Gives every connection back; `abandoned`: the run did not come to its end, so each is terminated. */
  end(abandoned: boolean): Promise<void>;
}

/** Sets when this backend's deadlock detector runs. A user who may not keeps the server's own setting, which is returned. */
async function setDetector(backend: Backend, ms: number): Promise<number> {
  const set = "SELECT set_config('deadlock_timeout', $1, false)";
  await backend.ask(set, [`${ms}ms`]).catch(() => undefined);
  const [setting] = await backend.ask<{ ms: number }>(
    "SELECT setting::int AS ms FROM pg_settings WHERE name = 'deadlock_timeout'",
  );
  return setting?.ms ?? ms;
}
