/**
 * A step of a story: begun already as a task of its own. `await` waits for its value; `expect` says what the value has
 * to be. Expecting records and never throws, so that a story goes on to its end whatever it finds.
 */

import type { Op } from "../kernel/op.ts";
import type { Finding, Verdict } from "../verdict/result.ts";

/** What a value is expected to be: its short form ("REJECTED PAID"), or some of its fields, at least one. */
export type Wanted<T> = string | { readonly [N in keyof T]: Pick<T, N> & Partial<T> }[keyof T];

/** How many end in which way: `{ PAID: 1, REJECTED: 7 }`. A way is the words that a short form begins with, or several
 * such ("PAID or CANCELLED"). */
export type Tally = Readonly<Record<string, number>>;

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

  /** Its value's short form, or why there is none; undefined while it goes on. */
  get said(): string | undefined {
    const outcome = this.#op.outcome;
    if (outcome === undefined) return undefined;
    return "error" in outcome ? `failed: ${outcome.error.message}` : this.#say(outcome.value);
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
  readonly judge: () => Judged;
}

interface Judged {
  /** What was wanted, in words; empty when the step came to nothing that could be compared. */
  readonly wanted: string;
  readonly verdict: Verdict;
  /** Why it does not hold. */
  readonly about?: string;
}

/** Everything that a story expected, judged when the world has come to rest. */
export class Expectations {
  readonly #all: Expectation[] = [];

  add<T>(what: string, op: Op<T>, judge: (value: T) => Judged): void {
    this.#all.push({
      what,
      judge: () => {
        const outcome = op.outcome;
        if (outcome === undefined) return neverEnded("");
        if ("error" in outcome) return { wanted: "", verdict: "breaks", about: `failed: ${outcome.error.message}` };
        return judge(outcome.value);
      },
    });
  }

  /** So many of these steps end in each way. Of no steps at all it says nothing: unknown. */
  addTally(what: string, steps: readonly { readonly said: string | undefined }[], wanted: Tally): void {
    this.#all.push({
      what,
      judge: () => {
        const said = steps.flatMap((step) => step.said ?? []);
        if (said.length < steps.length) return neverEnded(shownTally(wanted));
        if (steps.length === 0) {
          return { wanted: shownTally(wanted), verdict: "unknown", about: "there was no step to count" };
        }
        const found = countBy(said, wanted);
        const ok = Object.keys(found).every((way) => found[way] === (wanted[way] ?? 0));
        return judged(shownTally(wanted), shownTally(found), ok);
      },
    });
  }

  /** One finding a sentence; a step that never ended is unknown. */
  findings(): readonly Finding[] {
    return this.#all.map(({ what, judge }) => {
      const { wanted, verdict, about } = judge();
      const says = wanted === "" ? what : `${what}: ${wanted}`;
      return { kind: "expected", verdict, says, about: about === undefined ? [] : [about] };
    });
  }
}

function judged(wanted: string, found: string, ok: boolean): Judged {
  return ok ? { wanted, verdict: "holds" } : { wanted, verdict: "breaks", about: `was ${found}` };
}

function neverEnded(wanted: string): Judged {
  return { wanted, verdict: "unknown", about: "it never ended" };
}

function difference<T extends object>(value: T, wanted: Wanted<T>, say: (value: T) => string): Judged {
  if (typeof wanted === "string") {
    const found = say(value);
    return judged(wanted, found, found === wanted);
  }
  const fields = Object.entries(wanted) as [keyof T & string, unknown][];
  if (fields.length === 0) return { wanted: "", verdict: "unknown", about: "nothing is expected of it" };
  const show = (entries: readonly (readonly [string, unknown])[]): string =>
    entries.map(([name, field]) => `${name}=${typeof field === "string" ? field : JSON.stringify(field)}`).join(" ");
  return judged(
    show(fields),
    show(fields.map(([name]) => [name, value[name]])),
    fields.every(([name, field]) => JSON.stringify(value[name]) === JSON.stringify(field)),
  );
}

/** Each wanted way with its count, and whatever ended otherwise under its own words. */
function countBy(said: readonly string[], wanted: Tally): Tally {
  const ways = Object.keys(wanted);
  const found: Record<string, number> = Object.fromEntries(ways.map((way) => [way, 0]));
  for (const words of said) {
    const way = ways.find((each) => each.split(" or ").some((begin) => `${words} `.startsWith(`${begin} `))) ?? words;
    found[way] = (found[way] ?? 0) + 1;
  }
  return found;
}

function shownTally(tally: Tally): string {
  return Object.entries(tally)
    .map(([way, times]) => `${way}=${times}`)
    .join(" ");
}
