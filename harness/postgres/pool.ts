/**
 * The system's `Database` port in the lab: a pool of a fixed size on a host. A free connection is taken at once; when
 * there is none, the task stands in line, and handing it the next free connection is an action.
 */

import type { Action, Source } from "../kernel/action.ts";
import { Misuse } from "../kernel/failure.ts";
import { currentTask, taskLabel, type Parked, type Task } from "../kernel/task.ts";
import type { World } from "../kernel/world.ts";
import type { Backend } from "./backend.ts";
import type { Answer, Statements } from "./statements.ts";

/** The physical connections of this run. */
export interface Connections {
  readonly lease: () => Backend;
  /** Closes one that its user calls broken; the server has noticed before anything else happens. */
  readonly close: (backend: Backend) => void;
  /** Whether an autocommit statement is sent with its Sync, as drivers do: then it is one action. */
  readonly whole: () => boolean;
  /** What a statement is sent as. */
  readonly worded: (text: string) => string;
}

export class Pool implements Source {
  /** How many its users have called broken. */
  closed = 0;
  readonly #world: World;
  readonly #statements: Statements;
  readonly #connections: Connections;
  readonly #size: number;
  readonly #name: string;
  #free: Backend[] = [];
  /** Connections in use, by which task. */
  readonly #out = new Map<Backend, Task | undefined>();
  #line: {
    readonly parked: Parked<Backend>;
    readonly sinceMs: number;
    readonly source: string | undefined;
  }[] = [];
  #opened = 0;

  /** @param name the host's. */
  constructor(world: World, statements: Statements, name: string, size: number, connections: Connections) {
    this.#world = world;
    this.#statements = statements;
    this.#name = name;
    this.#size = size;
    this.#connections = connections;
    world.addSource(this);
  }

  async connect(): Promise<LabSession> {
    const source = this.#world.locate();
    const free = this.#line.length === 0 ? this.#take() : undefined;
    if (free !== undefined) return this.#session(free);
    const parked = this.#world.park<Backend>(`a connection of ${this.#name}`);
    this.#line.push({ parked, sinceMs: this.#world.nowMs, source });
    return this.#session(await parked.settled);
  }

  enabled(): readonly Action[] {
    const next = this.#line[0];
    if (next === undefined || (this.#free.length === 0 && this.#opened >= this.#size)) return [];
    return [
      {
        kind: "task",
        task: next.parked.task,
        text: `${taskLabel(next.parked.task)}: gets a connection of ${this.#name}`,
        sinceMs: next.sinceMs,
        carryOut: () => {
          this.#line.shift();
          const backend = this.#take() as Backend;
          return { outcome: "", source: next.source, resume: () => next.parked.resolve(backend) };
        },
      },
    ];
  }

  /** The host is dead: nobody stands in line any more. Its connections are buried by the gate. */
  forget(host: string): void {
    if (host === this.#name) this.#line = [];
  }

  /** Those that are lost while nobody holds them are dropped; one that is held, when it is given back. */
  dropLost(): void {
    const lost = this.#free.filter((backend) => backend.lost);
    this.#free = this.#free.filter((backend) => !backend.lost);
    this.#opened -= lost.length;
  }

  /** All connections that this pool has open. */
  get backends(): readonly Backend[] {
    return [...this.#free, ...this.#out.keys()];
  }

  /** Those that this task has in its hands. */
  heldBy(task: Task): readonly Backend[] {
    return [...this.#out].flatMap(([backend, holder]) => (holder === task ? [backend] : []));
  }

  waiting(): readonly string[] {
    return this.#line.map(
      ({ parked }) => `${taskLabel(parked.task)} waits for a connection of ${this.#name} (${this.#size})`,
    );
  }

  #take(): Backend | undefined {
    const free = this.#free.shift();
    if (free !== undefined) return free;
    if (this.#opened >= this.#size) return undefined;
    this.#opened++;
    return this.#connections.lease();
  }

  #session(backend: Backend): LabSession {
    const holder = currentTask();
    this.#out.set(backend, holder);
    return new LabSession(this.#world, this.#statements, backend, this.#connections, holder, (broken) => {
      this.#out.delete(backend);
      if (broken) this.closed++;
      if (broken || backend.lost) {
        this.#opened--;
        this.#connections.close(backend);
      } else {
        this.#free.push(backend);
      }
    });
  }
}

const begins = /^\s*(begin|start\s+transaction)\b/i;
const ends = /^\s*(commit|end|rollback|abort)(\s+(work|transaction))?(\s+and\s+no\s+chain)?\s*;?\s*$/i;
const listens = /^\s*(listen|notify)\b/i;

/** One connection while a task holds it. BEGIN is not an action of its own: it takes no lock and travels with the next statement. */
class LabSession {
  readonly #world: World;
  readonly #statements: Statements;
  readonly #backend: Backend;
  readonly #connections: Connections;
  readonly #holder: Task | undefined;
  readonly #giveBack: (broken: boolean) => void;
  #begin: string | undefined;
  #open = false;
  #released = false;

  constructor(
    world: World,
    statements: Statements,
    backend: Backend,
    connections: Connections,
    holder: Task | undefined,
    giveBack: (broken: boolean) => void,
  ) {
    this.#world = world;
    this.#statements = statements;
    this.#backend = backend;
    this.#connections = connections;
    this.#holder = holder;
    this.#giveBack = giveBack;
  }

  async query<R extends Record<string, unknown>>(text: string, values: readonly unknown[] = []): Promise<Answer<R>> {
    if (this.#released) throw new Error("the connection was given back already");
    if (listens.test(text))
      throw new Error("LISTEN and NOTIFY are refused in the lab: notifications come late, at no decision");
    if (begins.test(text)) {
      this.#begin = text;
      this.#open = true;
      return { command: "BEGIN", rowCount: 0, rows: [] };
    }
    const ending = ends.test(text);
    const begin = this.#begin;
    this.#begin = undefined;
    if (ending && begin !== undefined) {
      this.#open = false;
      return { command: text.trim().toUpperCase().replace(";", ""), rowCount: 0, rows: [] };
    }
    const auto = !this.#open;
    if (ending) this.#open = false;
    const parked = this.#world.park<Answer>("a statement");
    this.#statements.add({
      backend: this.#backend,
      parked,
      text: this.#connections.worded(text),
      values,
      begin,
      auto: auto && this.#connections.whole() ? "whole" : auto,
      sinceMs: this.#world.nowMs,
      source: this.#world.locate(),
    });
    return (await parked.settled) as Answer<R>;
  }

  release(broken = false): void {
    if (this.#released) return;
    this.#released = true;
    if (!broken && !this.#backend.lost && this.#open && this.#begin === undefined) {
      // Whoever takes it next would find itself in that transaction.
      const holder = this.#holder === undefined ? "a listener" : taskLabel(this.#holder);
      throw this.#world.broken(new Misuse(holder, "gives a connection back inside a transaction"));
    }
    this.#giveBack(broken);
  }
}
