/**
 * In a child process: the ports of the service. Each wait is told to the lab, and ends when the lab answers; which task
 * waits is known by its async context, as it is in the lab.
 */

import { AsyncLocalStorage } from "node:async_hooks";
import { replyFromWire, toWire } from "../../network/message.ts";
import type { Silence } from "../../network/network.ts";
import type { Answer } from "../../postgres/statements.ts";
import type { Errors } from "../errors.ts";
import type { Effect, FromChild, Outcome, PlainAnswer } from "../protocol.ts";

/** What the child's program knows of the system. */
export interface Custom {
  /** Makes the error that the service expects when there was no answer. */
  readonly noAnswer: (why: Silence) => Error;
  /** Finds the line of the system that asks for an effect. */
  readonly locate: () => string | undefined;
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

export class ChildEffects {
  nowMs = 0;
  keepSource = false;
  readonly #tell: (message: FromChild) => void;
  readonly #errors: Errors;
  readonly #custom: Custom;
  readonly #calls = new AsyncLocalStorage<number>();
  readonly #waiting = new Map<number, Waiting>();
  readonly #background = new Map<number, () => Promise<unknown>>();
  #effects = 0;
  #announced = 0;

  constructor(tell: (message: FromChild) => void, errors: Errors, custom: Custom) {
    this.#tell = tell;
    this.#errors = errors;
    this.#custom = custom;
  }

  /** Runs a task that the lab knows by this number, and says how it ended. */
  begin(call: number, body: () => Promise<unknown>): void {
    const tellEnd = (outcome: Outcome): void => this.#tell({ kind: "ended", call, outcome });
    this.#calls.run(call, body).then(
      (value) => tellEnd({ value: this.#errors.tellIn(value) }),
      (error: unknown) => tellEnd({ error: this.#errors.tell(error) }),
    );
  }

  /** A background task that was announced begins. */
  beginBackground(call: number): void {
    const body = this.#background.get(call);
    if (body === undefined) throw new Error(`no background task ${call} was announced`);
    this.#background.delete(call);
    this.begin(call, body);
  }

  answer(effect: number, outcome: Outcome): void {
    const waiting = this.#waiting.get(effect);
    this.#waiting.delete(effect);
    if ("error" in outcome) waiting?.reject(this.#errors.receive(outcome.error));
    else waiting?.resolve(outcome.value);
  }

  ports(epochMs: number) {
    return {
      clock: {
        nowMs: () => epochMs + this.nowMs,
        sleep: async (ms: number): Promise<void> => {
          await this.#wait({ kind: "sleep", ms });
        },
      },
      fetch: async (request: Request, { timeoutMs }: { readonly timeoutMs: number }): Promise<Response> => {
        const source = this.#source();
        const wire = await toWire(request);
        const asks = { kind: "fetch", request: { ...wire, url: wire.url.href }, timeoutMs } as const;
        const answer = await this.#wait<PlainAnswer>(asks, source);
        if (typeof answer === "string") throw this.#custom.noAnswer(answer);
        return replyFromWire(answer);
      },
      database: {
        connect: async () => this.#session(await this.#wait<number>({ kind: "connect" })),
      },
      background: (name: string, body: () => Promise<void>): void => {
        const call = -++this.#announced; // the lab numbers its own upwards
        this.#background.set(call, body);
        this.#tell({ kind: "background", call, name });
      },
      report: (what: string, error: unknown): void =>
        this.#tell({ kind: "report", what, error: this.#errors.tell(error) }),
    };
  }

  #session(session: number) {
    return {
      query: async <R extends Record<string, unknown>>(text: string, values: readonly unknown[] = []) =>
        this.#wait<Answer<R>>({ kind: "query", session, text, values }),
      release: (broken = false): void => this.#tell({ kind: "release", session, broken, source: this.#source() }),
    };
  }

  async #wait<T>(asks: Effect, source = this.#source()): Promise<T> {
    const effect = ++this.#effects;
    const call = this.#calls.getStore();
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(effect, { resolve: resolve as (value: unknown) => void, reject });
      this.#tell({ kind: "effect", call, effect, asks, source });
    });
  }

  #source(): string | undefined {
    return this.keepSource ? this.#custom.locate() : undefined;
  }
}
