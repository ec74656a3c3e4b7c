/**
 * The lab's own schema on a server: connections kept ready, the schema, and a clean state before each run. It touches
 * nothing outside its schema.
 */

import { KernelError } from "../kernel/failure.ts";
import type { World } from "../kernel/world.ts";
import { OwnBackend, type Backend } from "./backend.ts";
import { Gate } from "./gate.ts";
import { Pool } from "./pool.ts";
import type { Address, Server } from "./server.ts";
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

/** Gives a pool a connection that is open, or will be before the step is over; it is kept when it is as it was. */
export type Supply = () => { readonly backend: Backend; readonly keep: () => void };

export class LabDatabase {
  readonly server: Server;
  /** The server's `deadlock_timeout` for every connection of the lab, ms. */
  readonly detectorAfterMs: number;
  readonly #watcher: OwnBackend;
  readonly #clock: ServerClock;
  /** When the gate asks changes how long a run takes and nothing else, so it may learn from the runs before. */
  readonly #hasBlocked = new Set<string>();
  readonly #spare: OwnBackend[] = [];
  readonly #reset: Reset;

  private constructor(server: Server, schema: Schema, watcher: OwnBackend, detectorAfterMs: number) {
    this.server = server;
    this.#watcher = watcher;
    this.#clock = new ServerClock(watcher);
    this.#reset = new Reset(watcher, schema);
    this.detectorAfterMs = detectorAfterMs;
  }

  /** @param detectorAfterMs the server's `deadlock_timeout`, where this user may set it. */
  static async open(server: Server, schema: Schema, detectorAfterMs = detectorAfterMsDefault): Promise<LabDatabase> {
    const watcher = await OwnBackend.open(server.address, schemaName);
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
    const gate = new Gate(this.#watcher, this.server.signals, this.detectorAfterMs, this.#hasBlocked);
    const used = new Map<Backend, () => void>();
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
    const own: Supply = () => {
      const backend = this.#spare.pop();
      if (backend === undefined) {
        throw world.broken(new KernelError("connections ran out", `a step needed more than ${spareMin}`));
      }
      return { backend, keep: () => this.#spare.push(backend) };
    };
    const lease = (supply: Supply): Backend => {
      const { backend, keep } = supply();
      used.set(backend, keep);
      gate.use(backend);
      return backend;
    };
    return {
      gate,
      pool: (host, size, supply = own) => {
        const connections = { lease: () => lease(supply), close: (backend: Backend) => void broken.push(backend) };
        const pool = new Pool(world, statements, host, size, connections);
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
        await this.#giveBack(gate, used, (backend) => abandoned || statements.altered.has(backend));
      },
    };
  }

  async close(): Promise<void> {
    for (const backend of [...this.#spare, this.#watcher]) await backend.close();
    await this.server.close();
  }

  async #stock(): Promise<void> {
    while (this.#spare.length < spareMin) {
      this.#spare.push(await openBackend(this.server.address, this.detectorAfterMs));
    }
  }

  /** Connections that are quiet and as they were serve the next run; the others are ended by the server. */
  async #giveBack(
    gate: Gate,
    used: ReadonlyMap<Backend, () => void>,
    spoilt: (backend: Backend) => boolean,
  ): Promise<void> {
    const bad: Backend[] = [];
    for (const [backend, keep] of used) {
      if (backend.quiet && !backend.lost && !spoilt(backend)) keep();
      else bad.push(backend);
    }
    await gate.bury(bad);
    gate.forget();
    if (bad.length > 0) this.#reset.afreshNext();
  }
}

/** The database's part of one run. */
export interface LabRun {
  readonly gate: Gate;
  /** A pool for one process on this host; its connections are this process's own, unless another one supplies them. */
  pool(host: string, size: number, supply?: Supply): Pool;
  /** The host is dead: ends when the server has noticed of all its connections. */
  bury(host: string): Promise<void>;
  /** Gives every connection back; `abandoned`: the run did not come to its end, so each is terminated. */
  end(abandoned: boolean): Promise<void>;
}

/** A connection for the system under test, as every one of them is: on the lab's schema, its detector set. */
export async function openBackend(address: Address, detectorAfterMs: number): Promise<OwnBackend> {
  const backend = await OwnBackend.open(address, schemaName);
  await setDetector(backend, detectorAfterMs);
  return backend;
}

/** Sets when this backend's deadlock detector runs. A user who may not keeps the server's own setting, which is returned. */
async function setDetector(backend: OwnBackend, ms: number): Promise<number> {
  const set = "SELECT set_config('deadlock_timeout', $1, false)";
  await backend.ask(set, [`${ms}ms`]).catch(() => undefined);
  const [setting] = await backend.ask<{ ms: number }>(
    "SELECT setting::int AS ms FROM pg_settings WHERE name = 'deadlock_timeout'",
  );
  return setting?.ms ?? ms;
}
