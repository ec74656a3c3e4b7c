/**
 * What the lab and a child process tell each other: plain data, in order in both directions. The child says `parked`
 * when it has handled so many messages and nothing moves in it any more.
 */

import type { WireReply, WireRequest } from "../network/message.ts";
import type { Silence } from "../network/network.ts";
import type { Sending, TransactionStatus } from "../postgres/backend.ts";
import type { Address } from "../postgres/server.ts";
import type { Phase } from "../postgres/statement.ts";
import type { ToldError } from "./errors.ts";

/** What a child is to be from now on. */
export interface Job {
  /** Data of the system's own: which service, which configuration. */
  readonly role: unknown;
  /** Milliseconds since the Unix epoch at virtual time 0. */
  readonly epochMs: number;
  /** Look up the line of the system behind each effect. */
  readonly keepSource: boolean;
}

export type Outcome = { readonly value: unknown } | { readonly error: ToldError };

/** A request as it can be sent between processes. */
export interface PlainRequest extends Omit<WireRequest, "url"> {
  readonly url: string;
}

/** What a task of the child waits for. Sessions are numbered by the lab, calls and effects by whoever begins them. */
export type Effect =
  | { readonly kind: "sleep"; readonly ms: number }
  | { readonly kind: "fetch"; readonly request: PlainRequest; readonly timeoutMs: number } // answered: PlainAnswer
  | { readonly kind: "connect" } // answered: the session's number
  | { readonly kind: "query"; readonly session: number; readonly text: string; readonly values: readonly unknown[] };

export type PlainAnswer = WireReply | Silence;

export type ToChild =
  | { readonly kind: "hello"; readonly address: Address } // where its own connections lead
  | { readonly kind: "job"; readonly job: Job }
  | { readonly kind: "call"; readonly call: number; readonly method: string; readonly argument: unknown }
  | { readonly kind: "begin"; readonly call: number } // a background task that the child announced
  | { readonly kind: "answer"; readonly effect: number; readonly outcome: Outcome }
  | { readonly kind: "open"; readonly connection: number }
  | { readonly kind: "send"; readonly connection: number; readonly statement: PlainStatement }
  | { readonly kind: "commit"; readonly connection: number }
  | { readonly kind: "destroy"; readonly connection: number }
  | { readonly kind: "keep"; readonly connection: number }; // it serves the next job

export interface PlainStatement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly how: Sending;
}

/** Every message to a child carries the virtual time, ms, which is the child's until the next. */
export interface Letter {
  readonly nowMs: number;
  readonly message: ToChild;
}

/** How a connection of the child stands. */
export interface BackendState {
  /** How many sends and commits it had been given. */
  readonly given: number;
  readonly lost: boolean;
  readonly status: TransactionStatus;
  readonly holdsSessionLock: boolean;
  /** Of the statement in flight or held; undefined: there is none. */
  readonly phase: Phase | undefined;
  readonly result:
    { readonly command: string; readonly rowCount: number | null; readonly rows: readonly unknown[] } | undefined;
  readonly error: ToldError | undefined;
}

export type FromChild =
  | { readonly kind: "parked"; readonly handled: number }
  | { readonly kind: "ended"; readonly call: number; readonly outcome: Outcome }
  | {
      readonly kind: "effect";
      readonly call: number | undefined;
      readonly effect: number;
      readonly asks: Effect;
      readonly source: string | undefined;
    }
  | { readonly kind: "background"; readonly call: number; readonly name: string }
  | {
      readonly kind: "release";
      readonly session: number;
      readonly broken: boolean;
      readonly source: string | undefined;
    }
  | { readonly kind: "report"; readonly what: string; readonly error: ToldError }
  | { readonly kind: "opened"; readonly connection: number; readonly pid: number }
  | { readonly kind: "backend"; readonly connection: number; readonly state: BackendState };
