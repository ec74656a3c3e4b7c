/** How the verbs begin steps: by a request over the network, or by work on a host. */

import type { Blow } from "../../kernel/action.ts";
import { NoAnswer } from "../../../src/ports.ts";
import type { Op } from "../../kernel/op.ts";
import type { WireReply } from "../../network/message.ts";
import type { Silence } from "../../network/network.ts";
import { isConnectionLost } from "../../postgres/lost.ts";
import type { Hosts } from "../hosts.ts";
import { Expectations, Step } from "../step.ts";

/** A buyer's order, as the shop answered. `id` is empty when there is none. */
export interface Order {
  readonly id: string;
  readonly user: string;
  readonly key: string;
  readonly http: number;
  /** CREATED, REPLAY, SOLD_OUT, USER_LIMIT, KEY_REUSED. */
  readonly outcome: string;
}

/** An order, whole or by id. */
export type OrderRef = Order | string;

/** An answer about one order: `text` is its short form ("PAID", "REJECTED PAYING"). Without an answer `http` is 0 and
 * `text` says why ("timeout", "io error"). */
export interface Answer {
  readonly http: number;
  readonly text: string;
}

/** What a blow came to: "killed", "paused", "without a reply", "disconnected", "recovered". */
export interface Befallen {
  readonly how: string;
}

export const sku = "sku-lab-01";
/** Minor units. */
export const price = 1990;
/** Whoever asks from outside waits this long for an answer, ms: longer than any delay that an experiment declares. */
const patienceMs = 30_000;

/** A currency that no order of a story is in unless said. */
export const otherCurrency = "USD";
/** A payment object of no order. */
export const otherObject = "pay-another";

export class Teller {
  readonly hosts: Hosts;
  readonly expectations = new Expectations();

  constructor(hosts: Hosts) {
    this.hosts = hosts;
  }

  /** A blow that the story prepares; it is told what it came to when it has fallen. */
  befall(blow: Omit<Blow, "land">, what: string, how: string, land: Blow["land"]): Step<Befallen> {
    const { world } = this.hosts;
    const op: Op<Befallen> = world.expect(blow.text);
    world.prepareBlow({
      ...blow,
      land: async (task) => {
        const told = await land(task);
        op.end({ value: { how } });
        return told;
      },
    });
    return this.step(what, op, (befallen) => befallen.how);
  }

  /** A request from a host that is no part of the shop, as a task of its own. */
  ask<T extends object>(
    what: string,
    from: string,
    name: string,
    request: Request,
    read: (reply: WireReply | Silence) => T,
    say: (value: T) => string,
  ): Step<T> {
    const { world, network } = this.hosts;
    const op = world.spawn(from, name, async () => {
      const reply = await network.send(from, request, patienceMs);
      if (typeof reply === "string") return read(reply);
      return read({ status: reply.status, headers: [], body: await reply.text() });
    });
    return this.step(what, op, say);
  }

  askAnswer(what: string, from: string, name: string, request: Request): Step<Answer> {
    return this.ask(what, from, name, request, answer, ({ text }) => text);
  }

  /** Work on a host of the shop, as a task of its own. */
  work<T extends object>(what: string, host: string, body: () => Promise<T>, say: (value: T) => string): Step<T> {
    return this.step(what, this.hosts.world.spawn(host, "works", body), say);
  }

  /**
   * One round of a worker's; of one that is over, `none`. One that loses the database, or is not answered, is over; in the
   * service the next follows. `http` is 0 then, as of everything that nobody was told the end of.
   */
  round<T extends object>(what: string, host: string, none: T, body: () => Promise<T>, say: (value: T) => string) {
    const round = async () => {
      try {
        return { ...(await body()), over: undefined, http: 200 };
      } catch (error) {
        const over = isConnectionLost(error) ? "connection lost" : isUnanswered(error) ? "no answer" : undefined;
        if (over === undefined) throw error;
        return { ...none, over, http: 0 };
      }
    };
    return this.work(what, host, round, (value) => value.over ?? say(value));
  }

  step<T extends object>(what: string, op: Op<T>, say: (value: T) => string): Step<T> {
    return new Step(what, op, say, this.expectations);
  }
}

/** Nobody has answered in time: a fate, or a jump of the clock, is behind it, as nothing takes so long in the lab. */
function isUnanswered(error: unknown): boolean {
  return error instanceof NoAnswer || (error instanceof Error && isUnanswered(error.cause));
}

export function idOf(order: OrderRef): string {
  return typeof order === "string" ? order : order.id;
}

/** The name under which an order is paid for. */
export function objectOf(orderId: string): string {
  return `pay-${orderId}`;
}

/** Reads an answer's short form out of whichever of its fields are there. */
export function answer(reply: WireReply | Silence): Answer {
  const heard = understood<{ outcome?: string; status?: string; effect?: string; result?: string }>(reply);
  if (typeof heard === "string") return { http: 0, text: heard };
  const { http, said } = heard;
  const text = [said.outcome, said.status, said.effect, said.result].filter((part) => part !== undefined).join(" ");
  return { http, text };
}

/** A reply's status and what its body says; or why nothing is known: none came, or one that is no JSON. */
export function understood<T>(
  reply: WireReply | Silence,
): { readonly http: number; readonly said: T } | Silence | "not understood" {
  if (typeof reply === "string") return reply;
  try {
    return { http: reply.status, said: JSON.parse(reply.body) as T };
  } catch {
    return "not understood";
  }
}

export function post(url: string, body: unknown): Request {
  return new Request(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

export function get(url: string): Request {
  return new Request(url);
}
