/**
 * Something that has begun already and will end: a child task, or a message on its way. Awaiting it makes the awaiting
 * task wait (a join is an effect like any other); not awaiting leaves it free to interleave with what follows.
 */

import type { Parked, Task } from "./task.ts";

export type Outcome<T> = { readonly value: T } | { readonly error: Error };

/** What an op needs of the world. */
interface Joining {
  /** Parks the task that awaits it. */
  park<T>(asking: string): Parked<T>;
  /** It has ended: this task may go on. */
  joinable(joinable: Joinable): void;
  /** It ended with an error, which somebody has to hear. */
  failed(op: Op<unknown>): void;
}

export class Op<T> implements PromiseLike<T> {
  /** What it is, for people: `buyer pay ord-0001`. */
  readonly label: string;
  #outcome: Outcome<T> | undefined;
  readonly #waiting: Parked<T>[] = [];
  readonly #followers: ((outcome: Outcome<T>) => void)[] = [];
  #heard = false;
  readonly #joining: Joining;

  constructor(label: string, joining: Joining) {
    this.label = label;
    this.#joining = joining;
  }

  /** The error it ended with, when no task has waited for it. */
  unheardError(): Error | undefined {
    return !this.#heard && this.#outcome !== undefined && "error" in this.#outcome ? this.#outcome.error : undefined;
  }

  /** How it ended; undefined while it goes on. */
  get outcome(): Outcome<T> | undefined {
    return this.#outcome;
  }

  end(outcome: Outcome<T>): void {
    if (this.#outcome !== undefined) return;
    this.#outcome = outcome;
    for (const follow of this.#followers) follow(outcome);
    for (const parked of this.#waiting) {
      this.#joining.joinable({ task: parked.task, resume: () => release(parked, outcome) });
    }
  }

  /** The same, read as something else; it ends at the same moment. A value that cannot be read is its error. */
  map<U>(read: (value: T) => U): Op<U> {
    const mapped = new Op<U>(this.label, this.#joining);
    const follow = (outcome: Outcome<T>): void => {
      const ending = "error" in outcome ? outcome : attempt(() => read(outcome.value));
      mapped.end(ending);
      if ("error" in ending) this.#joining.failed(mapped as Op<unknown>);
    };
    this.#heard = true;
    if (this.#outcome === undefined) this.#followers.push(follow);
    else follow(this.#outcome);
    return mapped;
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
    const parked = this.#joining.park<T>(`joining ${this.label}`);
    this.#waiting.push(parked);
    return parked.settled.then(onValue, onError);
  }
}

/** A task whose awaited step has ended; it goes on when the kernel says so. */
export interface Joinable {
  readonly task: Task;
  readonly resume: () => void;
}

function attempt<T>(read: () => T): Outcome<T> {
  try {
    return { value: read() };
  } catch (thrown) {
    return { error: thrown instanceof Error ? thrown : new Error(JSON.stringify(thrown)) };
  }
}

function release<T>(parked: Parked<T>, outcome: Outcome<T>): void {
  if ("error" in outcome) parked.reject(outcome.error);
  else parked.resolve(outcome.value);
}
