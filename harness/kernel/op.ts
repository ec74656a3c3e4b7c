/**
 * Something that has begun already and will end: a child task, or a message on its way. Awaiting it makes the awaiting
 * task wait (a join is an effect like any other); not awaiting leaves it free to interleave with what follows.
 */

import { currentTask, Parked, type Task } from "./task.ts";

type Outcome<T> = { readonly value: T } | { readonly error: Error };

export class Op<T> implements PromiseLike<T> {
  /** What it is, for people: `buyer pay ord-0001`. */
  readonly label: string;
  #outcome: Outcome<T> | undefined;
  readonly #joining: Parked<T>[] = [];
  #heard = false;
  readonly #onJoinable: (resume: Joinable) => void;

  constructor(label: string, onJoinable: (joinable: Joinable) => void) {
    this.label = label;
    this.#onJoinable = onJoinable;
  }

  /** The error it ended with, when no task has waited for it. */
  unheardError(): Error | undefined {
    return !this.#heard && this.#outcome !== undefined && "error" in this.#outcome ? this.#outcome.error : undefined;
  }

  get ended(): boolean {
    return this.#outcome !== undefined;
  }

  end(outcome: Outcome<T>): void {
    if (this.#outcome !== undefined) return;
    this.#outcome = outcome;
    for (const parked of this.#joining) {
      this.#onJoinable({ task: parked.task, resume: () => release(parked, outcome) });
    }
  }

  then<A = T, B = never>(
    onValue?: ((value: T) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.#heard = true;
    if (this.#outcome !== undefined) {
      const settled =
        "error" in this.#outcome ? Promise.reject(this.#outcome.error) : Promise.resolve(this.#outcome.value);
      return settled.then(onValue, onError);
    }
    const parked = new Parked<T>(currentTask(`joining ${this.label}`));
    this.#joining.push(parked);
    return parked.settled.then(onValue, onError);
  }
}

/** A task whose awaited step has ended; it goes on when the kernel says so. */
export interface Joinable {
  readonly task: Task;
  readonly resume: () => void;
}

function release<T>(parked: Parked<T>, outcome: Outcome<T>): void {
  if ("error" in outcome) parked.reject(outcome.error);
  else parked.resolve(outcome.value);
}
