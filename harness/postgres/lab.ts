/**
 * The lab's own schema on a server: connections kept ready, the schema, and a clean state before each run. It touches
 * nothing outside its schema.
 */

import { KernelError } from "../kernel/failure.ts";
import type { Task } from "../kernel/task.ts";
import type { World } from "../kernel/world.ts";
import { OwnBackend, type Backend } from "./backend.ts";
import { Gate } from "./gate.ts";
import type { Ender } from "./lost.ts";
import { Pool } from "./pool.ts";
import type { Address, Server } from "./server.ts";
import { Reset } from "./reset.ts";
import { Statements } from "./statements.ts";
import { ServerClock, virtualTime } from "./time.ts";
import { Watcher, type Asked } from "./watcher.ts";

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
  readonly #watcher: Watcher;
  readonly #clock: ServerClock;
  /** When the gate asks changes how long a run takes and nothing else, so it may learn from the runs before. */
  readonly #hasBlocked = new Set<string>();
  readonly #spare: OwnBackend[] = [];
  readonly #reset: Reset;

  private constructor(server: Server, schema: Schema, watcher: Watcher, detectorAfterMs: number) {
    this.server = server;
    this.#watcher = watcher;
    this.#clock = new ServerClock(watcher);
    this.#reset = new Reset(watcher, schema);
    this.detectorAfterMs = detectorAfterMs;
  }

  /** @param detectorAfterMs the server's `deadlock_timeout`, where this user may set it. */
  static async open(server: Server, schema: Schema, detectorAfterMs = detectorAfterMsDefault): Promise<LabDatabase> {
    const watcher = await Watcher.open(server.address, schemaName);
    await watcher.ask(`CREATE SCHEMA ${schemaName}`);
    for (const statement of [...schema.setup, ...virtualTime]) await watcher.ask(statement);
    const lab = new LabDatabase(server, schema, watcher, await setDetector(watcher, detectorAfterMs));
    await lab.#reset.prepare();
    await lab.#stock();
    return lab;
  }

  /** Prepares a run: clean tables, and the database's part of the world. */
  async begin(world: World, { afresh = false, crashes = false }: Beginning = {}): Promise<LabRun> {
    await this.#reset.run(afresh || crashes);
    if (crashes) await this.#watcher.ask("CHECKPOINT");
    await this.#stock();
    const gate = new Gate(this.#watcher, this.server.signals, this.detectorAfterMs, this.#hasBlocked);
    const used = new Map<Backend, () => void>();
    const broken: Backend[] = [];
    const whole = new Set<string>();
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
        const close = (backend: Backend): void => void broken.push(backend);
        const connections = { lease: () => lease(supply), close, whole: () => whole.has(host) };
        const pool = new Pool(world, statements, host, size, connections);
        pools.set(pool, host);
        return pool;
      },
      sendWhole: (host) => void whole.add(host),
      orphan: (host) => statements.orphan(host),
      bury: async (host) => {
        const dead: Backend[] = [];
        for (const [pool, of] of pools) {
          if (of !== host) continue;
          dead.push(...pool.backends.filter((backend) => !statements.isOrphan(backend)));
          pools.delete(pool);
        }
        for (const backend of dead) used.delete(backend);
        await gate.bury(dead);
        this.#reset.afreshNext();
      },
      crash: async () => {
        const { crash } = this.server;
        if (crash === undefined || !crashes)
          throw new Error("this run was not begun as one in which the server crashes");
        await this.#clock.set(world); // Its commit flushes the WAL: what the WAL writer had got to is a matter of time.
        await crash();
        for (const backend of [...used.keys(), ...this.#spare.splice(0)]) backend.destroy();
        for (const pool of pools.keys()) pool.dropLost();
        statements.lose(used.keys());
        used.clear();
        broken.splice(0);
        gate.forget();
        await this.#reopen();
      },
      sever: async (task, by) => {
        const held = [...pools.keys()].flatMap((pool) => pool.heldBy(task));
        await statements.sever(held, by);
        return held.length;
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

  async #reopen(): Promise<void> {
    await this.#watcher.reopen();
    await this.#reset.prepare();
    this.#reset.afreshNext();
    await this.#stock();
  }

  async #stock(): Promise<void> {
    const missing = Array.from({ length: Math.max(0, spareMin - this.#spare.length) });
    const opening = missing.map(() => openBackend(this.server.address, this.detectorAfterMs));
    this.#spare.push(...(await Promise.all(opening)));
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

/** How a run begins. */
interface Beginning {
  /** By TRUNCATE, as if no run had been before. */
  readonly afresh?: boolean;
  /**
   * The server will be stopped. Afresh as well, and from a checkpoint: recovery then replays this run and no other, and no
   * checkpoint falls within it, which would change by how much sequences jump.
   */
  readonly crashes?: boolean;
}

/** The database's part of one run. */
export interface LabRun {
  readonly gate: Gate;
  /** A pool for one process on this host; its connections are this process's own, unless another one supplies them. */
  pool(host: string, size: number, supply?: Supply): Pool;
  /** Autocommit statements of this host are sent with their Sync from now on, as drivers send them: each is one action. */
  sendWhole(host: string): void;
  /** This host is about to die, and the server will not notice of a statement that waits for a lock before it has done it. */
  orphan(host: string): void;
  /** The host is dead: ends when the server has noticed of all its connections, but those that were orphaned. */
  bury(host: string): Promise<void>;
  /**
   * The server stops at once and recovers, and every connection to it is lost: whoever waits for a statement learns so, each
   * by an action of its own. What was committed is there, and nothing else is. For runs begun with `crashes`.
   */
  crash(): Promise<void>;
  /** The connections that this task has in its hands break, and the server has noticed; how many there were. */
  sever(task: Task, by: Ender): Promise<number>;
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
async function setDetector(backend: Asked, ms: number): Promise<number> {
  const set = "SELECT set_config('deadlock_timeout', $1, false)";
  await backend.ask(set, [`${ms}ms`]).catch(() => undefined);
  const [setting] = await backend.ask<{ ms: number }>(
    "SELECT setting::int AS ms FROM pg_settings WHERE name = 'deadlock_timeout'",
  );
  return setting?.ms ?? ms;
}
