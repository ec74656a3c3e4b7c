/**
 * A host of the system in a child process, for one run. The lab keeps a task for each of the child's, and has every
 * effect carried out by the ports that the host would have in the lab's own process; so both come out alike.
 */

import { KernelError, Misuse } from "../kernel/failure.ts";
import { currentTask, runAs, type Task } from "../kernel/task.ts";
import type { World } from "../kernel/world.ts";
import type { Network } from "../network/network.ts";
import type { Supply } from "../postgres/lab.ts";
import type { Answer } from "../postgres/statements.ts";
import type { ChildProcess } from "./process.ts";
import { Errors } from "./errors.ts";
import type { Effect, FromChild, Job, Outcome, ToChild } from "./protocol.ts";
import { RemoteBackend } from "./backend.ts";

interface Session {
  query(text: string, values: readonly unknown[]): Promise<Answer>;
  release(broken: boolean): void;
}

/** What carries out the effects of the child. */
export interface Carriers {
  readonly world: World;
  readonly network: Network;
  readonly clock: { sleep(ms: number): Promise<void> };
  readonly database: { connect(): Promise<Session> };
  readonly report: (what: string, error: unknown) => void;
}

interface Call {
  readonly task: Task;
  readonly end: (outcome: Outcome) => void;
}

export class ChildHost {
  readonly child: ChildProcess;
  readonly #host: string;
  readonly #world: World;
  readonly #errors = new Errors();
  readonly #calls = new Map<number, Call>();
  readonly #sessions: Session[] = [];
  readonly #backends: RemoteBackend[] = [];
  #carriers: Carriers | undefined;
  #called = 0;

  constructor(host: string, child: ChildProcess, world: World) {
    this.#host = host;
    this.child = child;
    this.#world = world;
    child.hear = (message) => this.#hear(message);
  }

  /** The child takes up its job. Its pool may ask for connections before that. */
  employ(job: Job, carriers: Carriers): void {
    this.#carriers = carriers;
    this.#tell({ kind: "job", job });
  }

  readonly supply: Supply = () => {
    const backend = new RemoteBackend(this.#backends.length, (message) => this.#tell(message), this.#errors);
    this.#backends.push(backend);
    return { backend, keep: () => backend.keep() };
  };

  /** All that it was asked is done, and each of its connections is as it was opened. */
  get clean(): boolean {
    return this.child.alive && this.#calls.size === 0 && this.#backends.every(({ lost, quiet }) => quiet && !lost);
  }

  /** Has the child do this, as a part of the current task. */
  async call(method: string, argument: unknown): Promise<unknown> {
    const call = ++this.#called;
    return this.#follow(call, { kind: "call", call, method, argument });
  }

  async #follow(call: number, begin: ToChild): Promise<unknown> {
    const task = currentTask();
    if (task === undefined) throw this.#world.broken(new KernelError("effect outside a task", this.#host));
    const outcome = await new Promise<Outcome>((end) => {
      this.#calls.set(call, { task, end });
      this.#tell(begin);
    });
    this.#calls.delete(call);
    if ("error" in outcome) throw this.#errors.hear(outcome.error);
    return this.#errors.hearIn(outcome.value);
  }

  #hear(message: FromChild): void {
    switch (message.kind) {
      case "parked":
        return;
      case "ended":
        this.#calls.get(message.call)?.end(message.outcome);
        return;
      case "background":
        this.#world.spawn(this.#host, message.name, async () => {
          await this.#follow(message.call, { kind: "begin", call: message.call });
        });
        return;
      case "effect":
        this.#begin(message);
        return;
      case "release":
        this.#release(message);
        return;
      case "report":
        this.#carriers?.report(message.what, this.#errors.hear(message.error));
        return;
      case "opened":
        this.#backend(message.connection).pid = message.pid;
        return;
      case "backend":
        this.#backend(message.connection).stands(message.state);
    }
  }

  #begin({ call, effect, asks, source }: Extract<FromChild, { kind: "effect" }>): void {
    const task = call === undefined ? undefined : this.#calls.get(call)?.task;
    if (task === undefined) {
      this.#world.broken(new KernelError("effect outside a task", `${this.#host}: ${asks.kind}`));
      return;
    }
    const answer = (outcome: Outcome): void => this.#tell({ kind: "answer", effect, outcome });
    runAs(task, () => this.#carryOut(asks, source)).then(
      (value) => answer({ value }),
      (error: unknown) => answer({ error: this.#errors.send(error) }),
    );
  }

  #release({ session, broken, source }: Extract<FromChild, { kind: "release" }>): void {
    try {
      this.#world.askedFrom(source, () => this.#session(session).release(broken));
    } catch (error) {
      // The run ends by it, as the world knows already; nobody else is there to hear of it.
      if (!(error instanceof KernelError || error instanceof Misuse)) throw error;
    }
  }

  async #carryOut(asks: Effect, source: string | undefined): Promise<unknown> {
    const carriers = this.#carriers;
    if (carriers === undefined) throw new Error(`${this.#host} has no job`);
    const { network, clock, database } = carriers;
    const asked = async <T>(begin: () => Promise<T>): Promise<T> => this.#world.askedFrom(source, begin);
    switch (asks.kind) {
      case "sleep":
        return asked(() => clock.sleep(asks.ms));
      case "fetch": {
        const request = { ...asks.request, url: new URL(asks.request.url) };
        return network.sendWire(this.#host, request, asks.timeoutMs, source);
      }
      case "connect":
        return this.#sessions.push(await asked(() => database.connect())) - 1;
      case "query":
        return asked(() => this.#session(asks.session).query(asks.text, asks.values));
    }
  }

  #session(number: number): Session {
    const session = this.#sessions[number];
    if (session === undefined) throw new Error(`${this.#host} has no session ${number}`);
    return session;
  }

  #backend(number: number): RemoteBackend {
    const backend = this.#backends[number];
    if (backend === undefined) throw new Error(`${this.#host} has no connection ${number}`);
    return backend;
  }

  #tell(message: ToChild): void {
    this.child.send(this.#world.nowMs, message);
  }
}
