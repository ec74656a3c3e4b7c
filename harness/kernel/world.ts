/**
 * One run. The world lets the tasks run until each is parked, lists what may happen next, has a strategy pick one,
 * carries it out and resumes one task; then again, until nothing is left to do. This is the only place that chooses.
 *
 * It does not know what a statement or a message is: sources say what may happen (see action.ts).
 */

import type { Action, Blow, Settled, Source, Strategy, When } from "./action.ts";
import { Killed, KernelError, Stuck, type Misuse } from "./failure.ts";
import { Op, type Joinable } from "./op.ts";
import { currentTask, Parked, runAs, taskLabel, type Task } from "./task.ts";
import { Trace } from "./trace.ts";

export interface WorldOptions {
  readonly strategy: Strategy;
  /** How long an enabled action may be left waiting while time moves, ms. 0: time moves only when nothing else can. */
  readonly slackMs?: number;
  /** A run that needs more decisions than this is named an error. */
  readonly stepsMax?: number;
  /** Finds the line of the system that asks for an effect; absent where nobody will look. */
  readonly locate?: () => string | undefined;
}

const stepsMaxDefault = 200_000;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export class World {
  readonly trace = new Trace();
  nowMs = 0;
  /** Times that what somebody waited for was done, and the reply to it lost. */
  repliesLost = 0;
  readonly #options: WorldOptions;
  readonly #sources: Source[] = [];
  readonly #tasks = new Set<Task>();
  readonly #failed: Op<unknown>[] = [];
  readonly #names = new Map<string, number>();
  readonly #paused = new Set<string>();
  #blows: Blow[] = [];
  #prepared = 0;
  #ready: Action[] = [];
  #last: Task | undefined;
  #broken: Error | undefined;
  #elsewhere: { readonly source: string | undefined } | undefined;

  constructor(options: WorldOptions) {
    this.#options = options;
  }

  /** The line of the system that asks for an effect now, where somebody will look. */
  locate(): string | undefined {
    return this.#elsewhere === undefined ? this.#options.locate?.() : this.#elsewhere.source;
  }

  /** Begins what a line in another process asked for, which was looked up there. */
  askedFrom<T>(source: string | undefined, begin: () => T): T {
    this.#elsewhere = { source };
    try {
      return begin();
    } finally {
      this.#elsewhere = undefined;
    }
  }

  /** Whether lines are looked up in this world. */
  get keepsSource(): boolean {
    return this.#options.locate !== undefined;
  }

  addSource(source: Source): void {
    this.#sources.push(source);
  }

  /** Begins a task. It first runs when a decision says so. */
  spawn<T>(host: string, name: string, body: () => Promise<T>): Op<T> {
    const { task, op, start } = this.prepare(host, name, body);
    this.#ready.push({
      kind: "task",
      task,
      text: `${taskLabel(task)}: begins`,
      sinceMs: this.nowMs,
      carryOut: () => ({ outcome: "", resume: start }),
    });
    return op;
  }

  /** A task whose start is part of another action (a message is delivered: its handler starts). */
  prepare<T>(host: string, name: string, body: () => Promise<T>): { task: Task; op: Op<T>; start: () => void } {
    const task: Task = { host, name: this.#unique(host, name), outstanding: 1, ended: false };
    this.#tasks.add(task);
    const op = this.expect<T>(taskLabel(task));
    task.killed = () => op.end({ error: new Killed(host) });
    const start = (): void => {
      if (task.ended) return;
      task.outstanding--;
      runAs(task, () => this.#live(task, op, body)).catch((error: unknown) => this.#break(error));
    };
    return { task, op, start };
  }

  /** Something that a source will end, and that tasks may wait for. */
  expect<T>(label: string): Op<T> {
    return new Op<T>(label, {
      park: (asking) => this.park(asking),
      joinable: (joinable) => this.#ready.push(this.#join(joinable)),
      failed: (op) => this.#failed.push(op),
    });
  }

  /** Errors of tasks, and of what was read from them, that nobody waited for: one sentence each. */
  unheard(): readonly string[] {
    return this.#failed.flatMap((op) => {
      const error = op.unheardError();
      if (error === undefined || error instanceof Killed) return [];
      return [`${op.label} failed: ${error.message}`];
    });
  }

  /** Something of the lab's own that may happen from now on, as an action among the others. */
  offer(text: string, carryOut: () => Promise<void>): void {
    const act = async (): Promise<Settled> => {
      await carryOut();
      return { outcome: "" };
    };
    this.#ready.push({ kind: "task", task: undefined, text, sinceMs: this.nowMs, carryOut: act });
  }

  /** Prepares a blow; the first action that it strikes uses it up. */
  prepareBlow(blow: Blow): void {
    this.#prepared += 1;
    this.#blows.push(blow);
  }

  /** How many blows were prepared, and which of them never fell. */
  blows(): { readonly count: number; readonly never: readonly string[] } {
    return { count: this.#prepared, never: this.#blows.map(({ text }) => text) };
  }

  /** A host dies: its tasks end where they are, and never go on. Whoever waits for one of them is told so. */
  kill(host: string): void {
    this.#paused.delete(host);
    for (const task of [...this.#tasks].filter((one) => one.host === host)) {
      task.ended = true;
      this.#tasks.delete(task);
      task.killed?.();
    }
    this.#ready = this.#ready.filter((action) => action.task?.ended !== true);
    for (const source of this.#sources) source.forget?.(host);
  }

  /** Nothing happens on this host until it is resumed; what is due meanwhile happens then. */
  pause(host: string): void {
    this.#paused.add(host);
  }

  resume(host: string): void {
    this.#paused.delete(host);
  }

  /** Parks the current task on an effect. */
  park<T>(asking: string): Parked<T> {
    const task = currentTask();
    if (task === undefined) throw this.broken(new KernelError("effect outside a task", asking));
    return new Parked<T>(task);
  }

  /** A rule was broken: the run ends with the first such error, even when the system catches it. */
  broken<E extends KernelError | Misuse>(error: E): E {
    this.#break(error);
    return error;
  }

  /** Runs until nothing is left to do. Throws {@link Stuck} when tasks remain that nothing can move. */
  async run(): Promise<void> {
    for (;;) {
      await this.#rest();
      this.#checkParked();
      for (const source of this.#sources) if (source.look !== undefined) await source.look();
      const actions = this.#enabled();
      if (actions.length === 0) {
        if (this.#tasks.size === 0) return;
        throw new Stuck(this.#waiting());
      }
      await this.#step(this.#pick(actions));
    }
  }

  async #step(action: Action): Promise<void> {
    if (this.trace.steps.length >= (this.#options.stepsMax ?? stepsMaxDefault)) {
      throw new KernelError("too many steps", `${this.trace.steps.length} decisions and no end; last: ${action.text}`);
    }
    if (action.dueMs !== undefined && action.dueMs > this.nowMs) this.nowMs = action.dueMs;
    const { task, text } = action;
    if (await this.#strike(task, text, { before: true })) return;
    const ready = this.#ready.indexOf(action);
    if (ready >= 0) this.#ready.splice(ready, 1);
    const settled: Settled = await action.carryOut();
    const outcome = settled.outcome === "" ? "" : ` -> ${settled.outcome}`;
    const actor = settled.began ?? task;
    this.trace.append(`${this.nowMs} ${text}${outcome}`, settled.source, actor && taskLabel(actor));
    await this.#strike(task, text, { after: true });
    const lost = await this.#strike(task, text, { reply: settled.lose !== undefined });
    if (settled.resume === undefined || task?.ended === true) return;
    this.#last = settled.began ?? task;
    if (lost) {
      this.repliesLost++;
      await settled.lose?.();
    } else settled.resume();
  }

  /** Lands every blow that was prepared for this moment, where it can land; whether one did. */
  async #strike(task: Task | undefined, text: string, moment: { readonly [W in When]?: boolean }): Promise<boolean> {
    const due = this.#blows.filter((blow) => {
      const can = moment[blow.when ?? "after"];
      return can !== undefined && blow.strikes(task, text) && can;
    });
    this.#blows = this.#blows.filter((blow) => !due.includes(blow));
    for (const blow of due) this.trace.append(`${this.nowMs} ${await blow.land(task)}`);
    return due.length > 0;
  }

  /** Everybody runs until parked, here and in processes that work for this world. */
  async #rest(): Promise<void> {
    await turn();
    for (const source of this.#sources) if (source.rest !== undefined) await source.rest();
  }

  #pick(actions: readonly Action[]): Action {
    const index = actions.length === 1 ? 0 : this.#options.strategy.pick(actions, this.#last);
    return actions[index] as Action;
  }

  /** What can happen now; and, when time may move, what is due first. */
  #enabled(): readonly Action[] {
    const now: Action[] = [];
    let first: Action[] = [];
    const sort = (action: Action): void => {
      if (this.#paused.size > 0 && this.#paused.has(action.host ?? action.task?.host ?? "")) return;
      if (action.dueMs === undefined || action.dueMs <= this.nowMs) now.push(action);
      else if (first[0]?.dueMs === undefined || action.dueMs < first[0].dueMs) first = [action];
      else if (action.dueMs === first[0].dueMs) first.push(action);
    };
    this.#ready.forEach(sort);
    for (const source of this.#sources) source.enabled().forEach(sort);
    if (now.length === 0) return first;
    const slackMs = this.#options.slackMs ?? 0;
    const dueMs = first[0]?.dueMs;
    if (slackMs === 0 || dueMs === undefined) return now;
    return now.every((action) => dueMs - action.sinceMs <= slackMs) ? [...now, ...first] : now;
  }

  #join(joinable: Joinable): Action {
    return {
      kind: "task",
      task: joinable.task,
      text: `${taskLabel(joinable.task)}: goes on`,
      sinceMs: this.nowMs,
      carryOut: () => ({ outcome: "", resume: joinable.resume }),
    };
  }

  async #live<T>(task: Task, op: Op<T>, body: () => Promise<T>): Promise<void> {
    try {
      const value = await body();
      op.end({ value });
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(JSON.stringify(thrown));
      if (error instanceof KernelError) this.#break(error);
      op.end({ error });
      this.#failed.push(op as Op<unknown>);
    }
    task.ended = true;
    this.#tasks.delete(task);
    if (task.outstanding > 0) {
      this.#break(new KernelError("task ended with an effect outstanding", taskLabel(task)));
    }
  }

  #break(error: unknown): void {
    this.#broken ??= error instanceof Error ? error : new Error(JSON.stringify(error));
  }

  #checkParked(): void {
    if (this.#broken !== undefined) throw this.#broken;
    for (const task of this.#tasks) {
      if (task.outstanding === 0) throw new KernelError("task runs on without an effect", taskLabel(task));
    }
  }

  #waiting(): readonly string[] {
    const paused = [...this.#paused].map((host) => `${host} is paused`);
    const said = [...paused, ...this.#sources.flatMap((source) => source.waiting())];
    return said.length > 0 ? said : [...this.#tasks].map((task) => `${taskLabel(task)} waits for another task`);
  }

  #unique(host: string, name: string): string {
    const key = `${host}/${name}`;
    const nth = (this.#names.get(key) ?? 0) + 1;
    this.#names.set(key, nth);
    return nth === 1 ? name : `${name} (${nth})`;
  }
}
