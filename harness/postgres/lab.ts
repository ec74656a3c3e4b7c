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
/** Deleted rows stay behind in the heap until then; TRUNCATE gives every run up to it nearly the same pages. */
const runsBetweenTruncates = 500;

export class LabDatabase {
  readonly server: Server;
  readonly #schema: Schema;
  readonly #watcher: Backend;
  readonly #clock: ServerClock;
  /** When the gate asks changes how long a run takes and nothing else, so it may learn from the runs before. */
  readonly #hasBlocked = new Set<string>();
  #spare: Backend[] = [];
  readonly #detectorAfterMs: number;
  #written = new Set<string>();
  #runs = 0;
  #truncateNext = false;

  private constructor(server: Server, schema: Schema, watcher: Backend, detectorAfterMs: number) {
    this.server = server;
    this.#schema = schema;
    this.#watcher = watcher;
    this.#clock = new ServerClock(watcher);
    this.#detectorAfterMs = detectorAfterMs;
  }

  /** @param detectorAfterMs the server's `deadlock_timeout`, where this user may set it. */
  static async open(server: Server, schema: Schema, detectorAfterMs = detectorAfterMsDefault): Promise<LabDatabase> {
    const watcher = await Backend.open(server.address, schemaName);
    await watcher.ask(`CREATE SCHEMA ${schemaName}`);
    for (const statement of [...schema.setup, ...virtualTime]) await watcher.ask(statement);
    const lab = new LabDatabase(server, schema, watcher, await setDetector(watcher, detectorAfterMs));
    await lab.#stock();
    return lab;
  }

  /** Prepares a run: clean tables, and the database's part of the world. `afresh`: by TRUNCATE, as if none had run before. */
  async begin(world: World, afresh = false): Promise<LabRun> {
    await this.#reset(afresh);
    await this.#stock();
    const gate = new Gate(this.#watcher, this.server.signals, this.#detectorAfterMs, this.#hasBlocked);
    const statements = new Statements(world, gate, () => this.#clock.follow(world));
    const used = new Set<Backend>();
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
    world.addSource({ enabled: () => [], waiting: () => [], look: () => this.#stock() });
    return {
      gate,
      pool: (host, size) => {
        const pool = new Pool(world, statements, host, size, lease);
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
        this.#truncateNext = true;
      },
      end: async (abandoned) => {
        this.#remember(statements.texts);
        await this.#giveBack(gate, [...used], abandoned);
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

  /** Connections that are quiet serve the next run; after an abandoned run all of them are ended by the server. */
  async #giveBack(gate: Gate, used: readonly Backend[], abandoned: boolean): Promise<void> {
    const good = abandoned ? [] : used.filter((backend) => backend.quiet && !backend.lost);
    const bad = used.filter((backend) => !good.includes(backend));
    this.#spare.push(...good);
    await gate.bury(bad);
    gate.forget();
    if (bad.length > 0) this.#truncateNext = true;
  }

  #remember(texts: ReadonlySet<string>): void {
    for (const text of texts) {
      if (!/\b(insert|update|delete|merge)\b/i.test(text)) continue;
      this.#rememberTables(text);
    }
  }

  #rememberTables(text: string): void {
    for (const table of this.#schema.tables) if (new RegExp(`\\b${table}\\b`).test(text)) this.#written.add(table);
  }

  async #reset(afresh: boolean): Promise<void> {
    const truncate = afresh || this.#truncateNext || this.#runs % runsBetweenTruncates === 0;
    this.#runs++;
    this.#truncateNext = false;
    const sequences = this.#schema.sequences.map((name) => `SELECT setval('${name}', 1, false)`);
    const clear = truncate
      ? this.#schema.tables.length > 0
        ? [`TRUNCATE ${this.#schema.tables.join(", ")}`]
        : []
      : [...this.#written].sort().map((table) => `DELETE FROM ${table}`);
    this.#written.clear();
    this.#schema.initial?.forEach((text) => this.#rememberTables(text));
    const commands = [
      "BEGIN",
      "SET LOCAL session_replication_role = replica",
      ...clear,
      ...sequences,
      ...(this.#schema.initial ?? []),
      "COMMIT",
    ];
    await this.#watcher.ask(commands.join("; "));
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
