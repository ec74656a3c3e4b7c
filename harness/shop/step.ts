/**
 * A step of a story: begun already as a task of its own. `await` waits for its value; `expect` says what the value has
 * to be. Expecting records and never throws, so that a story goes on to its end whatever it finds.
 */

import type { Op } from "../kernel/op.ts";
import type { Finding } from "../verdict/result.ts";

/** What a value is expected to be: its short form ("REJECTED PAID"), or some of its fields. */
export type Wanted<T> = string | Partial<T>;

export class Step<T extends object> implements PromiseLike<T> {
  readonly #what: string;
  readonly #op: Op<T>;
  readonly #say: (value: T) => string;
  readonly #expectations: Expectations;

  /** @param what the step in words, "pay ord-0001"; @param say the value's short form. */
  constructor(what: string, op: Op<T>, say: (value: T) => string, expectations: Expectations) {
    this.#what = what;
    this.#op = op;
    this.#say = say;
    this.#expectations = expectations;
  }

  expect(wanted: Wanted<T>): this {
    this.#expectations.add(this.#what, this.#op, (value) => difference(value, wanted, this.#say));
    return this;
  }

  then<A = T, B = never>(
    onValue?: ((value: T) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#op.then(onValue, onError);
  }
}

interface Expectation {
  readonly what: string;
  readonly judge: () => { readonly wanted: string; readonly found: string | undefined; readonly ok: boolean };
}

/** Everything that a story expected, judged when the world has come to rest. */
export class Expectations {
  readonly #all: Expectation[] = [];

  add<T>(what: string, op: Op<T>, judge: (value: T) => Judged): void {
    this.#all.push({
      what,
      judge: () => {
        const outcome = op.outcome;
        if (outcome === undefined) return { wanted: "", found: undefined, ok: false };
        if ("error" in outcome) return { wanted: "", found: `failed: ${outcome.error.message}`, ok: false };
        return judge(outcome.value);
      },
    });
  }

  /** One finding a sentence; a step that never ended is unknown. */
  findings(): readonly Finding[] {
    return this.#all.map(({ what, judge }) => {
      const { wanted, found, ok } = judge();
      const says = wanted === "" ? what : `${what}: ${wanted}`;
      if (found === undefined) return { kind: "expected", verdict: "unknown", says, about: ["it never ended"] };
      return { kind: "expected", verdict: ok ? "holds" : "breaks", says, about: ok ? [] : [`was ${found}`] };
    });
  }
}

interface Judged {
  readonly wanted: string;
  readonly found: string;
  readonly ok: boolean;
}

function difference<T extends object>(value: T, wanted: Wanted<T>, say: (value: T) => string): Judged {
  if (typeof wanted === "string") {
    const found = say(value);
    return { wanted, found, ok: found === wanted };
  }
  const fields = Object.entries(wanted) as [keyof T & string, unknown][];
  const show = (entries: readonly (readonly [string, unknown])[]): string =>
    entries.map(([name, field]) => `${name}=${typeof field === "string" ? field : JSON.stringify(field)}`).join(" ");
  return {
    wanted: show(fields),
    found: show(fields.map(([name]) => [name, value[name]])),
    ok: fields.every(([name, field]) => JSON.stringify(value[name]) === JSON.stringify(field)),
  };
}
