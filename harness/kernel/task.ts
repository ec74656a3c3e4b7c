/**
 * Tasks: the system's work, cut at its effects. A task is running, parked on effects, or ended. Which task a piece of
 * code belongs to is known by AsyncLocalStorage, so it survives every `await`, and is lost in event listeners.
 */

import { AsyncLocalStorage } from "node:async_hooks";

export interface Task {
  readonly host: string;
  /** Unique on its host: `pay ord-0001`, `pay ord-0001 (2)`. */
  readonly name: string;
  /** Effects it waits for now. */
  outstanding: number;
  ended: boolean;
  /** Tells whoever waits for this task that it was killed. */
  killed?: () => void;
}

const current = new AsyncLocalStorage<Task>();

export function runAs<T>(task: Task, body: () => T): T {
  return current.run(task, body);
}

/** The task that this code belongs to, if it belongs to one. */
export function currentTask(): Task | undefined {
  return current.getStore();
}

/** A task parked on one effect, to be let go on with a value or an error. */
export class Parked<T> {
  readonly task: Task;
  readonly settled: Promise<T>;
  #resolve!: (value: T) => void;
  #reject!: (error: unknown) => void;

  constructor(task: Task) {
    this.task = task;
    task.outstanding++;
    this.settled = new Promise<T>((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  resolve(value: T): void {
    this.task.outstanding--;
    this.#resolve(value);
  }

  reject(error: unknown): void {
    this.task.outstanding--;
    this.#reject(error);
  }
}

export function taskLabel(task: Task): string {
  return `${task.host} ${task.name}`;
}
