/**
 * The lab's own schema on a server: the connections of its runs, and a clean state before each. It touches
 * nothing outside its schema. What could not be brought to its end (a run, a crash, the lab's own connection) costs
 * that run its verdict and no other: before the next the lab opens itself anew.
 */

import type pg from "pg";
import type { Task } from "../kernel/task.ts";
import type { World } from "../kernel/world.ts";
import { OwnBackend, type Backend } from "./backend.ts";
import { Gate } from "./gate.ts";
import type { Ender } from "./lost.ts";
import { Pool } from "./pool.ts";
import { withSettings } from "./cluster/settings.ts";
import type { Address, Server } from "./server.ts";
import { Reset } from "./reset.ts";
import { Statements } from "./statements.ts";
import { clockSequence, ServerClock, virtualTime } from "./time.ts";
import { Watcher, type Asked } from "./watcher.ts";

/** The tables of the system under test. `setup` runs once, in the lab's schema. */
export interface Schema {
  readonly setup: readonly string[];
  readonly tables: readonly string[];
  readonly sequences: readonly string[];
  /** As whom the system's connections work, on a server where the lab may make a role; else as the lab's user. */
  readonly service?: Service;
  /** Rows that every run begins with. */
  readonly initial?: readonly string[];
  /** What a statement of the system is sent as; its own text unless said. */
  readonly reworded?: (text: string) => string;
}

interface Service {
  readonly role: string;
  /** What it may do: statements, once the tables are there. */
  readonly grants: readonly string[];
}

/** Where the lab's tables are. */
const schemaName = "holdfast_lab";
/**
 * A waiter has to be stopped before its own deadlock detector runs, so long after it began to wait. Each deadlock costs as
 * much. A second is ample for a machine at work; where deadlocks are many and the machine is fast, less will do.
 */
const detectorAfterMsDefault = 1_000;

/** Gives a pool a connection, which may still have to be opened; it is kept when it is as it was. */
export type Supply = () => { readonly backend: Backend; readonly keep: () => void };

export class LabDatabase {
  readonly server: Server;
  /** How connections for the system under test are opened. */
  readonly address: Address;
  /** The server's `deadlock_timeout` for every connection of the lab, ms. */
  readonly detectorAfterMs: number;
  readonly #watcher: Watcher;
  readonly #clock: ServerClock;
  /** When the gate asks changes how long a run takes and nothing else, so it may learn from the runs before. */
  readonly #hasBlocked = new Set<string>();
  /** Connections of earlier runs that are as they were. */
  readonly #spare: OwnBackend[] = [];
  readonly #reset: Reset;
  readonly #worded: (text: string) => string;
  #running = false;
  /** Whether everything up to now was brought to its end. */
  #sound = true;
  /** Ends the connections of a run that could not be ended. */
  #buryLeft: () => Promise<void> = async () => {};

  private constructor(server: Server, schema: Schema, watcher: Watcher, address: Address, detectorAfterMs: number) {
    this.server = server;
    this.address = address;
    this.#watcher = watcher;
    this.#clock = new ServerClock(watcher);
    this.#reset = new Reset(watcher, schema);
    this.#worded = schema.reworded ?? ((text) => text);
    this.detectorAfterMs = detectorAfterMs;
  }

  /** @param detectorAfterMs the server's `deadlock_timeout`, where this user may set it. */
  static async open(server: Server, schema: Schema, detectorAfterMs = detectorAfterMsDefault): Promise<LabDatabase> {
    const address = withSettings(server.address, { search_path: schemaName });
    const watcher = await Watcher.open(address);
    await watcher.ask(`CREATE SCHEMA ${schemaName}`);
    for (const statement of [...schema.setup, ...virtualTime]) await watcher.ask(statement);
    const { settings, afterMs } = await detector(watcher, detectorAfterMs);
    const own = withSettings(address, { ...settings, ...(await employ(watcher, server, schema.service)) });
    const lab = new LabDatabase(server, schema, watcher, own, afterMs);
    await lab.#reset.prepare();
    return lab;
  }

  /**
   * Prepares a run: clean tables, and the database's part of the world.
   * @throws when the former run has not ended: two worlds on one database would meet.
   */
  async begin(world: World, { afresh = false, crashes = false }: Beginning = {}): Promise<LabRun> {
    if (this.#running) throw new Error("a lab makes one run after another, and the former has not ended");
    await this.#prepare(afresh || crashes, crashes);
    const gate = new Gate(this.#watcher, this.server.signals, this.detectorAfterMs, this.#hasBlocked);
    const used = new Map<Backend, () => void>();
    const broken: Backend[] = [];
    const whole = new Set<string>();
    world.addSource({
      enabled: () => [],
      waiting: () => [],
      look: async () => {
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
      const backend = this.#spare.pop() ?? new OwnBackend(this.address);
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
        const connections = { lease: () => lease(supply), close, whole: () => whole.has(host), worded: this.#worded };
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
        this.#sound = false; // Until all of it is done.
        await this.#clock.set(world); // Its commit flushes the WAL: what the WAL writer had got to is a matter of time.
        await crash();
        for (const backend of [...used.keys(), ...this.#spare.splice(0)]) backend.destroy();
        for (const pool of pools.keys()) pool.dropLost();
        statements.lose(used.keys());
        used.clear();
        broken.splice(0);
        gate.forget();
        await this.#reopen();
        this.#sound = true;
      },
      sever: async (task, by) => {
        const held = [...pools.keys()].flatMap((pool) => pool.heldBy(task));
        await statements.sever(held, by);
        return held.length;
      },
      ask: async (text) => this.#watcher.ask(text, []),
      end: (abandoned) => this.#end(gate, used, (backend) => abandoned || statements.altered.has(backend)),
    };
  }

  async close(): Promise<void> {
    for (const backend of [...this.#spare, this.#watcher]) await backend.close();
    await this.server.close();
  }

  async #prepare(afresh: boolean, checkpoint: boolean): Promise<void> {
    this.#running = true;
    try {
      if (!this.#sound || this.#watcher.lost) await this.#openAnew();
      await this.#reset.run(afresh);
      if (checkpoint) await this.#watcher.ask("CHECKPOINT");
    } catch (error) {
      this.#running = false;
      this.#sound = false;
      throw error;
    }
  }

  /** No connection of a former run is left, and the lab's own is another. A server that is the lab's to stop is started again. */
  async #openAnew(): Promise<void> {
    const { crash } = this.server;
    for (const backend of this.#spare.splice(0)) backend.destroy();
    await crash?.();
    await this.#reopen();
    if (crash === undefined) await this.#buryLeft();
    this.#sound = true;
  }

  async #reopen(): Promise<void> {
    await this.#watcher.reopen();
    await this.#reset.prepare();
    this.#reset.afreshNext();
  }

  /** Where it cannot be done, what is left is ended before the next run. */
  async #end(gate: Gate, used: ReadonlyMap<Backend, () => void>, spoilt: (backend: Backend) => boolean): Promise<void> {
    try {
      if (!this.#sound) throw new Error("the run was not ended: the server is lost, and the lab opens itself anew");
      this.#sound = false;
      await this.#giveBack(gate, used, spoilt);
      this.#sound = true;
    } finally {
      this.#running = false;
      if (!this.#sound) {
        const left = [...used.keys()];
        for (const backend of left) backend.destroy();
        this.#buryLeft = async () => gate.bury(left);
      }
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
  /** Reads what has been committed by now, on the lab's own connection: no part of the run. */
  ask<R extends pg.QueryResultRow>(text: string): Promise<R[]>;
  /** Gives every connection back; `abandoned`: the run did not come to its end, so each is terminated. */
  end(abandoned: boolean): Promise<void>;
}

/** Makes the role, and returns what a connection under it is to be given. On somebody's own server nothing is made outside. */
async function employ(session: Asked, { kind }: Server, service?: Service): Promise<{ readonly role?: string }> {
  if (service === undefined || kind === "url") return {};
  const { role, grants } = service;
  await session.ask(`CREATE ROLE ${role} NOLOGIN`);
  for (const statement of [...grants, `GRANT SELECT ON SEQUENCE ${clockSequence} TO ${role}`])
    await session.ask(statement);
  return { role };
}

interface Detector {
  /** What a connection is to be given. */
  readonly settings: Readonly<Record<string, string>>;
  /** When it then runs, ms. */
  readonly afterMs: number;
}

/** Who may not set when the deadlock detector runs keeps the server's own setting. */
async function detector(session: Asked, afterMs: number): Promise<Detector> {
  const deadlock_timeout = `${afterMs}ms`;
  const set = session.ask("SELECT set_config('deadlock_timeout', $1, false)", [deadlock_timeout]);
  const settings = await set.then(
    () => ({ deadlock_timeout }),
    () => ({}),
  );
  const [setting] = await session.ask<{ ms: number }>(
    "SELECT setting::int AS ms FROM pg_settings WHERE name = 'deadlock_timeout'",
  );
  return { settings, afterMs: setting?.ms ?? afterMs };
}
