/**
 * Messages between hosts. A request that was sent lies in the network; delivering it is an action, and starts its
 * handler as a task of the host it is for. So is delivering the reply, and so is the caller's bound passing first.
 * Messages overtake one another freely: every one that lies here may be the next.
 */

import type { Action, ActionKind, Settled, Source } from "../kernel/action.ts";
import { KernelError } from "../kernel/failure.ts";
import type { Op } from "../kernel/op.ts";
import type { Parked } from "../kernel/task.ts";
import type { World } from "../kernel/world.ts";
import { Faults, isMeant, type Fate, type Target } from "./faults.ts";
import {
  fromWire,
  messageLabel,
  replyFromWire,
  replyToWire,
  toWire,
  type MessageName,
  type NameMessage,
  type WireReply,
  type WireRequest,
} from "./message.ts";

/** Answers requests for one host. */
export type App = (request: Request) => Promise<Response>;

/** Why a caller got no reply. */
export type Silence = "timeout" | "io error";

/** One request, its copies and its reply. */
interface Exchange {
  readonly name: MessageName;
  readonly from: string;
  readonly to: string;
  readonly request: WireRequest;
  readonly source: string | undefined;
  /** The caller, while it still waits. */
  waiting: Parked<WireReply | Silence> | undefined;
}

/** A question and the answer that its asker heard. */
export interface Heard {
  readonly name: MessageName;
  readonly request: WireRequest;
  readonly reply: WireReply;
}

/** Something lying in the network: one copy of a request, a reply, or a bound that will pass. */
interface Lying {
  readonly exchange: Exchange;
  readonly what: "request" | "reply" | "timeout" | "break";
  readonly reply?: WireReply;
  /** The reply is not what its receiver would have said, or not all of it. */
  readonly garbled?: boolean;
  readonly sinceMs: number;
  readonly dueMs?: number;
  /** Ended when the reply to this copy arrives. */
  readonly arrival?: Op<WireReply>;
}

/** A request that waits at its sender. */
interface HeldBack {
  readonly exchange: Exchange;
  readonly timeoutMs: number;
}

export class Network implements Source {
  readonly faults = new Faults();
  /** Every answer that was heard, in the order of their arrival. One that came garbled or when nobody waited any more was not. */
  readonly heard: Heard[] = [];
  readonly #world: World;
  readonly #nameMessage: NameMessage;
  readonly #apps = new Map<string, App>();
  readonly #counts = new Map<string, number>();
  readonly #arrived = new Map<string, number>();
  /** What lies in the network, each with the action that moves it on. */
  readonly #lying = new Map<Lying, Action>();
  /** Requests that were received and are not answered yet. */
  readonly #received = new Set<Exchange>();
  /** Requests that wait at their sender, whose bound begins when they are let go. */
  readonly #held = new Set<HeldBack>();

  constructor(world: World, nameMessage: NameMessage) {
    this.#world = world;
    this.#nameMessage = nameMessage;
    world.addSource(this);
  }

  /** Requests to `http://<host>` reach this app. */
  serve(host: string, app: App): void {
    this.#apps.set(host, app);
  }

  /** Sends a request for the current task, which waits for the reply at most `timeoutMs`. */
  async send(from: string, request: Request, timeoutMs: number): Promise<Response | Silence> {
    const source = this.#world.locate();
    const answer = await this.sendWire(from, await toWire(request), timeoutMs, source);
    return typeof answer === "string" ? answer : replyFromWire(answer);
  }

  /** The same, of a request that is plain data already; `source` is the line that asks. */
  async sendWire(
    from: string,
    wire: WireRequest,
    timeoutMs: number,
    source: string | undefined,
  ): Promise<WireReply | Silence> {
    const name = this.#named(wire);
    const waiting = this.#world.park<WireReply | Silence>(messageLabel(name));
    const exchange: Exchange = { name, from, to: wire.url.hostname, request: wire, source, waiting };
    const fate = this.faults.meet(name, "request");
    if (fate.held === true) {
      if (Object.keys(fate).length > 1) {
        throw this.#world.broken(new KernelError("fates that exclude each other", `${messageLabel(name)} is held`));
      }
      this.#held.add({ exchange, timeoutMs });
    } else {
      this.#post(exchange, fate);
      this.#lie(exchange, "timeout", { dueMs: this.#world.nowMs + timeoutMs });
    }
    return waiting.settled;
  }

  /** Lets a held request go, in so many copies; each op ends when the reply to its copy has arrived. */
  release(target: Target, copies = 1): readonly Op<WireReply>[] {
    const held = [...this.#held].find(({ exchange }) => isMeant(target, exchange.name));
    if (held === undefined)
      throw new Error(`no ${target.kind} of ${target.about} is held: never sent, or let go already`);
    return this.#letGo(held, copies);
  }

  /** From now on nothing befalls any message, and what is held goes on its way. */
  calm(): void {
    this.faults.end();
    for (const held of [...this.#held]) this.#letGo(held, 1);
  }

  /** How many messages of this kind were sent about somebody. */
  sent(kind: string, about: string): number {
    return this.#counts.get(`${kind} ${about}`) ?? 0;
  }

  /** How many requests of this kind about somebody have arrived, every copy counted. */
  arrived(kind: string, about: string): number {
    return this.#arrived.get(`${kind} ${about}`) ?? 0;
  }

  /**
   * The host is dead. What it sent goes on; it waits for nothing any more; and whoever waits for it loses the connection.
   */
  forget(host: string): void {
    this.#apps.delete(host);
    for (const exchange of [...this.#received]) {
      if (exchange.to !== host) continue;
      this.#received.delete(exchange);
      this.#lie(exchange, "break", {});
    }
    for (const { exchange } of [...this.#held]) if (exchange.from === host) exchange.waiting = undefined;
    for (const lying of [...this.#lying.keys()]) {
      if (lying.exchange.from !== host) continue;
      lying.exchange.waiting = undefined;
      if (lying.what === "timeout") this.#lying.delete(lying);
    }
  }

  enabled(): readonly Action[] {
    return [...this.#lying.values()];
  }

  waiting(): readonly string[] {
    return [...this.#held].map(({ exchange }) => `${messageLabel(exchange.name)} is held`);
  }

  #named(wire: WireRequest): MessageName {
    const { kind, about } = this.#nameMessage(wire);
    return { kind, about, nth: count(this.#counts, `${kind} ${about}`), nthOfKind: count(this.#counts, kind) };
  }

  #letGo(held: HeldBack, copies: number): readonly Op<WireReply>[] {
    this.#held.delete(held);
    if (copies > 1) this.faults.strike("request", "copies");
    this.#lie(held.exchange, "timeout", { dueMs: this.#world.nowMs + held.timeoutMs });
    return Array.from({ length: copies }, () => this.#postCopy(held.exchange, undefined));
  }

  #post(exchange: Exchange, fate: Fate): void {
    if (fate.broken === true) {
      this.#lie(exchange, "break", this.#due(fate.delayMs));
      return;
    }
    if (fate.lost === true) return;
    if (fate.instead !== undefined) {
      const { body } = fate.instead;
      const reply = { ...fate.instead, body: typeof body === "string" ? body : body(exchange.request) };
      this.#lie(exchange, "reply", { reply, garbled: true, ...this.#due(fate.delayMs) });
      return;
    }
    for (let copy = 0; copy < (fate.copies ?? 1); copy++) this.#postCopy(exchange, fate.delayMs);
  }

  #postCopy(exchange: Exchange, delayMs: number | undefined): Op<WireReply> {
    const arrival = this.#world.expect<WireReply>(`reply to ${messageLabel(exchange.name)}`);
    this.#lie(exchange, "request", { ...this.#due(delayMs), arrival });
    return arrival;
  }

  #due(delayMs: number | undefined): { dueMs?: number } {
    return delayMs === undefined ? {} : { dueMs: this.#world.nowMs + delayMs };
  }

  #lie(exchange: Exchange, what: Lying["what"], rest: Pick<Lying, "reply" | "garbled" | "dueMs" | "arrival">): void {
    const lying = { exchange, what, sinceMs: this.#world.nowMs, ...rest };
    this.#lying.set(lying, this.#action(lying));
  }

  #action(lying: Lying): Action {
    const { exchange, what } = lying;
    const label = messageLabel(exchange.name);
    const apps = this.#apps;
    const common = { sinceMs: lying.sinceMs, ...(lying.dueMs === undefined ? {} : { dueMs: lying.dueMs }) };
    const action = (kind: ActionKind, text: string, carryOut: () => Settled): Action => ({
      ...common,
      kind,
      host: what === "request" ? exchange.to : exchange.from,
      get task() {
        return what === "request" && apps.has(exchange.to) ? undefined : exchange.waiting?.task;
      },
      text,
      carryOut: () => {
        this.#lying.delete(lying);
        return carryOut();
      },
    });
    switch (what) {
      case "request":
        return action("message", `${exchange.to} receives ${label} from ${exchange.from}`, () => this.#deliver(lying));
      case "reply":
        return action("message", `${exchange.from} receives the reply to ${label}`, () => this.#answer(lying));
      case "timeout":
        return action("timer", `${exchange.from} waits no longer for ${label}`, () =>
          this.#silence(exchange, "timeout"),
        );
      case "break":
        return action("message", `${exchange.from} loses the connection of ${label}`, () =>
          this.#silence(exchange, "io error"),
        );
    }
  }

  #deliver(lying: Lying): Settled {
    const { exchange, arrival } = lying;
    const app = this.#apps.get(exchange.to);
    if (app === undefined) return { ...this.#silence(exchange, "io error"), outcome: "nobody is there" };
    this.#received.add(exchange);
    count(this.#arrived, `${exchange.name.kind} ${exchange.name.about}`);
    const handler = this.#world.prepare(exchange.to, messageLabel(exchange.name), async () => {
      const reply = await replyToWire(await app(fromWire(exchange.request)));
      this.#received.delete(exchange);
      this.#reply(exchange, reply, arrival);
    });
    return { outcome: "", source: exchange.source, resume: handler.start, began: handler.task };
  }

  #reply(exchange: Exchange, reply: WireReply, arrival: Op<WireReply> | undefined): void {
    const fate = this.faults.meet(exchange.name, "reply");
    if (fate.broken === true) this.#lie(exchange, "break", this.#due(fate.delayMs));
    if (fate.lost === true || fate.broken === true) return;
    const garbled = fate.cut === true || fate.altered !== undefined;
    const comes = { ...reply, body: garble(reply.body, fate) };
    const rest = { reply: comes, garbled, ...this.#due(fate.delayMs), ...(arrival === undefined ? {} : { arrival }) };
    for (let copy = 0; copy < (fate.copies ?? 1); copy++) this.#lie(exchange, "reply", rest);
  }

  #answer(lying: Lying): Settled {
    const { exchange, arrival } = lying;
    const reply = lying.reply as WireReply;
    arrival?.end({ value: reply });
    const told = this.#tell(exchange, reply);
    if (told !== undefined && lying.garbled !== true)
      this.heard.push({ name: exchange.name, request: exchange.request, reply });
    const outcome = `${reply.status} ${reply.body.slice(0, 200)}`.trim();
    return {
      outcome: told === undefined ? `${outcome} (nobody waits)` : outcome,
      source: exchange.source,
      resume: told,
    };
  }

  #silence(exchange: Exchange, why: Silence): Settled {
    return { outcome: why, source: exchange.source, resume: this.#tell(exchange, why) };
  }

  /** The caller goes on with this answer, if it still waits; its bound lies here no longer. */
  #tell(exchange: Exchange, answer: WireReply | Silence): (() => void) | undefined {
    const waiting = exchange.waiting;
    if (waiting === undefined) return undefined;
    exchange.waiting = undefined;
    for (const lying of this.#lying.keys())
      if (lying.exchange === exchange && lying.what === "timeout") this.#lying.delete(lying);
    return () => waiting.resolve(answer);
  }
}

/** Counts one more; how many there are now. */
function count(counts: Map<string, number>, what: string): number {
  const nth = (counts.get(what) ?? 0) + 1;
  counts.set(what, nth);
  return nth;
}

/** A reply's body as it comes. */
function garble(body: string, { cut, altered }: Fate): string {
  const comes = altered === undefined ? body : JSON.stringify({ ...(JSON.parse(body) as object), ...altered });
  return cut === true ? comes.slice(0, comes.length >> 1) : comes;
}
