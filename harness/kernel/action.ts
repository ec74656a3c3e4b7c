/**
 * The words between the kernel and its sources. A source (the tasks, the gate, the network, the clock) says what may
 * happen next; the kernel picks one and has it carried out. The kernel knows nothing else of a source.
 */

import type { Task } from "./task.ts";

/** What kind of thing an action is: the default schedule and the strategies rank by it. */
export type ActionKind = "task" | "statement" | "grant" | "message" | "timer";

/** Something that may happen next. */
export interface Action {
  readonly kind: ActionKind;
  /** The task that goes on when this is done, if one does. */
  readonly task: Task | undefined;
  /** The host on which it happens, where that is not the task's. */
  readonly host?: string;
  /** What happens, for people and for the hash: `orders-1 pay ord-0001: UPDATE orders …`. */
  readonly text: string;
  /** Virtual time at which it became possible, ms. */
  readonly sinceMs: number;
  /** Virtual time before which it cannot happen; picking it moves time there. Absent: it can happen now. */
  readonly dueMs?: number;
  /** Of a waiter: how many waits of this run began before its own. */
  readonly nthWait?: number;
  carryOut(): Settled | Promise<Settled>;
}

/** How an action came out. */
export interface Settled {
  /** For people and for the hash; nothing that differs between two runs of one seed. Empty: nothing to say. */
  readonly outcome: string;
  /** The line of the system that asked for it (`src/order/pay.ts:41`); shown, not hashed. */
  readonly source?: string | undefined;
  /** Lets the waiting task go on. At most one task is resumed by one action. */
  readonly resume?: (() => void) | undefined;
  /** The task that goes on, where this action has made it: the handler of a message. */
  readonly began?: Task;
  /** Lets it go on without the reply, where this was one: what was carried out stays carried out. */
  readonly lose?: (() => Promise<void>) | undefined;
}

/** A place where tasks wait. */
export interface Source {
  /** What may happen next here, in a canonical order (insertion order will do). */
  enabled(): readonly Action[];
  /** Called before {@link enabled}, when everything is parked: a place to find out what the last step freed. */
  look?(): Promise<void>;
  /** Who waits for whom here, one sentence each, for the verdict "stuck". */
  waiting(): readonly string[];
  /** Waits until work outside this process that a step has set off is parked again. */
  rest?(): Promise<void>;
  /** This host is dead: nothing of its tasks happens here any more. */
  forget?(host: string): void;
}

/**
 * When a blow falls. "before": in place of the action, which is not carried out; what may happen next is then listed
 * afresh. "after": when it was carried out, before its task goes on. "reply": likewise, and the action's reply is lost.
 */
export type When = "before" | "after" | "reply";

/** Something that strikes at a certain action, once. */
export interface Blow {
  /** What is to happen, and when: `orders-1 killed at "charge answered"`. */
  readonly text: string;
  /** "after" unless said. */
  readonly when?: When;
  /**
   * Asked about every action that is picked (`before`) or was carried out: whose task goes on, and the action's text. An
   * action without a reply to lose is not struck by a blow to its reply, whatever this says.
   */
  strikes(task: Task | undefined, text: string): boolean;
  /** Carries it out, on the task that was to go on; returns what happened, for people and for the hash. */
  land(task: Task | undefined): Promise<string>;
}

/** Chooses. `last` is the task that the former decision resumed. There are at least two actions. */
export interface Strategy {
  pick(actions: readonly Action[], last: Task | undefined): number;
}
