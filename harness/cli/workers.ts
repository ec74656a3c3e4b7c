/**
 * A lab of several: each worker is a process with a server of its own. Which worker a run falls to changes how long it
 * takes and nothing else.
 */
import { fork, type ChildProcess } from "node:child_process";
import type { ServerChoice } from "../postgres/server.ts";
import { LabError } from "../verdict/failure.ts";
import type { Exploration, Reduced } from "../verdict/exploration.ts";
import type { GridFlow, ShownCell } from "../verdict/grid.ts";
import type { ExperimentResult } from "../verdict/result.ts";
import type { CellAddress, ExploreOptions, GridOptions, Lab, ReduceOptions, RunOptions } from "./lab.ts";

/** What a worker is told; it does one thing at a time. When it is told no more (its lab has gone), it closes its own. */
export type Order =
  | { readonly kind: "open"; readonly choice: ServerChoice }
  | { readonly kind: "run"; readonly id: string; readonly options: RunOptions }
  | { readonly kind: "flow"; readonly name: string; readonly options: GridOptions }
  | { readonly kind: "cell"; readonly at: CellAddress; readonly options: GridOptions }
  | { readonly kind: "explore"; readonly name: string; readonly options: ExploreOptions }
  | { readonly kind: "reduce"; readonly name: string; readonly options: ReduceOptions };

/** What it answers to each. */
export type Reply =
  | { readonly kind: "opened"; readonly about: Pick<Lab, "server" | "gate" | "warnings"> }
  | { readonly kind: "ran"; readonly result: ExperimentResult }
  | { readonly kind: "struck"; readonly flow: GridFlow }
  | { readonly kind: "shown"; readonly cell: ShownCell }
  | { readonly kind: "explored"; readonly exploration: Exploration }
  | { readonly kind: "reduced"; readonly reduced: Reduced }
  | { readonly kind: "failed"; readonly failure: Failure };

/** An error on its way between processes. */
type Failure =
  | Pick<LabError, "what" | "why" | "next" | "exitCode">
  | { readonly message: string; readonly stack: string | undefined };

export function failureOf(error: unknown): Failure {
  if (error instanceof LabError) {
    const { what, why, next, exitCode } = error;
    return { what, why, next, exitCode };
  }
  return error instanceof Error
    ? { message: error.message, stack: error.stack }
    : { message: String(error), stack: undefined };
}

/**
 * Opens so many workers.
 * @param entry the compiled module that calls `work` with the same suite.
 * @param node whose executable runs them; this process's own unless said.
 */
export async function openWorkers(
  entry: URL,
  choice: ServerChoice,
  count: number,
  node = process.execPath,
): Promise<Lab> {
  const workers = Array.from({ length: count }, () => new Worker(entry, choice, node));
  const close = async (): Promise<void> => {
    await Promise.all(workers.map((worker) => worker.close()));
  };
  try {
    const [first] = await Promise.all(workers.map((worker) => worker.open()));
    if (first === undefined) throw new Error("a lab has at least one worker");
    return {
      ...first,
      atOnce: count,
      close,
      run: (id, options) => leastStrange(workers, id).run(id, options),
      grid: {
        flow: (name, options) => leastStrange(workers, name).flow(name, options),
        cell: (at, options) => leastStrange(workers, at.flow).cell(at, options),
      },
      explore: (name, options) => leastStrange(workers, name).explore(name, options),
      reduce: (name, options) => leastStrange(workers, name).reduce(name, options),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A free one, if possible the one that ran this experiment last: another would first clean its tables thoroughly. */
function leastStrange(workers: readonly Worker[], id: string): Worker {
  const free = workers.filter(({ busy }) => !busy);
  const worker = free.find(({ last }) => last === id) ?? free[0];
  if (worker === undefined) throw new Error(`more runs at once than workers: ${id}`);
  return worker;
}

class Worker {
  busy = false;
  last: string | undefined;
  readonly #entry: URL;
  readonly #choice: ServerChoice;
  readonly #node: string;
  #process: ChildProcess;
  #answered: (reply: Reply) => void = () => undefined;
  /** Why it answers no more. */
  #end: Reply | undefined;
  #gone: Promise<void>;

  constructor(entry: URL, choice: ServerChoice, node: string) {
    this.#entry = entry;
    this.#choice = choice;
    this.#node = node;
    [this.#process, this.#gone] = this.#start();
  }

  async open(): Promise<Pick<Lab, "server" | "gate" | "warnings">> {
    return (await this.#ask({ kind: "open", choice: this.#choice }, "opened")).about;
  }

  async run(id: string, options: RunOptions): Promise<ExperimentResult> {
    this.last = id;
    return (await this.#ask({ kind: "run", id, options }, "ran")).result;
  }

  async flow(name: string, options: GridOptions): Promise<GridFlow> {
    return (await this.#ask({ kind: "flow", name, options }, "struck")).flow;
  }

  async cell(at: CellAddress, options: GridOptions): Promise<ShownCell> {
    return (await this.#ask({ kind: "cell", at, options }, "shown")).cell;
  }

  async explore(name: string, options: ExploreOptions): Promise<Exploration> {
    return (await this.#ask({ kind: "explore", name, options }, "explored")).exploration;
  }

  async reduce(name: string, options: ReduceOptions): Promise<Reduced> {
    return (await this.#ask({ kind: "reduce", name, options }, "reduced")).reduced;
  }

  /** Ends when the process has closed its lab and is gone. */
  async close(): Promise<void> {
    if (this.#process.connected) this.#process.disconnect();
    await this.#gone;
  }

  async #ask<K extends Reply["kind"]>(order: Order, wanted: K): Promise<Extract<Reply, { readonly kind: K }>> {
    this.busy = true;
    try {
      if (this.#end !== undefined) {
        // It died over what it was told last, and has said so: another takes its place.
        this.#end = undefined;
        [this.#process, this.#gone] = this.#start();
        await this.#answer({ kind: "open", choice: this.#choice });
      }
      const reply = await this.#answer(order);
      if (reply.kind !== wanted) throw new Error(`a worker that is to ${order.kind} answers "${reply.kind}"`);
      return reply as Extract<Reply, { readonly kind: K }>;
    } finally {
      this.busy = false;
    }
  }

  async #answer(order: Order): Promise<Reply> {
    // Not raced with its end: every answer would then stay in memory as long as the worker lives.
    const answer = new Promise<Reply>((resolve) => (this.#answered = resolve));
    if (this.#process.connected) this.#process.send(order, () => undefined); // A failure to send is its end.
    const reply = this.#end ?? (await answer);
    if (reply.kind === "failed") throw revived(reply.failure);
    return reply;
  }

  #start(): [ChildProcess, Promise<void>] {
    // In a process group of its own, a Ctrl-C at the terminal does not reach it: it goes when its lab does.
    const started = fork(this.#entry, [], {
      detached: true,
      execPath: this.#node,
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    started.on("message", (reply: Reply) => this.#answered(reply));
    const gone = new Promise<void>((resolve) => {
      const end = (why: string): void => {
        this.#end = { kind: "failed", failure: failureOf(ended(why)) };
        this.#answered(this.#end);
        resolve();
      };
      started.on("exit", (code, signal) =>
        end(signal === null ? `It ended by itself, with code ${String(code)}.` : `It was ended by ${signal}.`),
      );
      started.on("error", (error) => {
        if (started.pid === undefined) end(`It could not be started: ${error.message}`);
      });
    });
    return [started, gone];
  }
}

function ended(why: string): LabError {
  const next = "Run again; with --workers 1 everything happens in one process.";
  return new LabError("A worker process of the lab has ended.", { why, next, exitCode: 3 });
}

function revived(failure: Failure): Error {
  if ("what" in failure) return new LabError(failure.what, failure);
  return Object.assign(new Error(failure.message), failure.stack === undefined ? {} : { stack: failure.stack });
}
