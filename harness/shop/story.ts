/**
 * What a story may say: the shop's verbs. Each starts at once as a task of its own on the host it names; awaiting it
 * makes it an awaited step, and not awaiting leaves it free to interleave with what follows.
 */

import { query } from "../../src/database.ts";
import { reconcile } from "../../src/reconcile/report.ts";
import type { Op } from "../kernel/op.ts";
import { randomStream, shuffled, wholeBelow, type Random } from "../kernel/random.ts";
import type { WireReply } from "../network/message.ts";
import { anybody, type Fate, type Rule as NetworkRule } from "../network/faults.ts";
import type { Hosts } from "./hosts.ts";
import type { MessageKind } from "./names.ts";
import { Expectations, Step, type Tally } from "./step.ts";
import { counts, deliveryEffects, finalStates, noticeEffects, reconciled, timeline, type Line } from "./lines.ts";

/** A buyer's order, as the shop answered. `id` is empty when there is none. */
export interface Order {
  readonly id: string;
  readonly user: string;
  readonly key: string;
  readonly http: number;
  /** CREATED, REPLAY, SOLD_OUT, USER_LIMIT, KEY_REUSED. */
  readonly outcome: string;
}

/** An answer about one order: `text` is its short form ("PAID", "REJECTED PAYING"). */
export interface Answer {
  readonly http: number;
  readonly text: string;
}

/** What `GET /orders/{id}` shows. */
export interface Shown {
  readonly status: string;
  readonly version: number;
  readonly reservation: string;
}

export interface Reconciled {
  readonly mismatches: number;
  readonly pending: number;
}

/** The fates of the two legs of one message. */
export interface Leg {
  lose(): Leg;
  /** The connection breaks; the caller learns it at once. */
  breakOff(): Leg;
  delay(ms: number): Leg;
  duplicate(copies: number): Leg;
}

export interface Rule {
  readonly request: Leg;
  readonly reply: Leg;
  /** The request waits at its sender until it is let go; only then does the sender's patience begin to run. */
  hold(): Held;
}

export interface Held {
  /** Lets it go; the step ends when its answer has arrived. Its short form is the effect: "DUPLICATE PAID". */
  release(): Step<Answer>;
  /** Lets so many copies go at once. */
  releaseCopies(copies: number): readonly Step<Answer>[];
}

/** Orders, whole or by id. */
type Ref = Order | string;

/** `user-0001` … `user-0020` */
export function users(first: number, last: number): readonly string[] {
  return Array.from({ length: last - first + 1 }, (_, i) => `user-${String(first + i).padStart(4, "0")}`);
}

const sku = "sku-lab-01";
const price = 1990;
/** A buyer waits this long for an answer, ms: longer than any delay that an experiment declares. */
const patienceMs = 30_000;

export class Story {
  readonly expectations = new Expectations();
  readonly lines: Line[] = [];
  readonly #hosts: Hosts;
  readonly #workload: Random;
  #keys = 0;
  #late = 0;

  constructor(hosts: Hosts, seed: number) {
    this.#hosts = hosts;
    this.#workload = randomStream(seed, "workload");
  }

  readonly shop = {
    /** POST /orders for one piece. The same `key` again is the same wish. */
    order: (wish: { user: string; key?: string; amount?: number }): Step<Order> => {
      const key = wish.key ?? `key-${String(++this.#keys).padStart(4, "0")}`;
      const body = { request_key: key, user: wish.user, sku, amount: wish.amount ?? price };
      const what = `order by ${wish.user}`;
      return this.#step(
        what,
        this.#ask(wish.user, `orders ${key}`, post("/orders", body), (reply) => {
          const said = json<{ outcome: string; order_id?: string }>(reply);
          return { id: said.order_id ?? "", user: wish.user, key, http: reply.status, outcome: said.outcome };
        }),
        (order) => order.outcome,
      );
    },
    /** POST /orders/{id}/pay by its buyer. */
    pay: (order: Ref): Step<Answer> => this.#onOrder("pay", order),
    /** POST /orders/{id}/cancel by its buyer. */
    cancel: (order: Ref): Step<Answer> => this.#onOrder("cancel", order),
    /** GET /orders/{id}. */
    status: (order: Ref): Step<Shown> => {
      const id = idOf(order);
      return this.#step(
        `status of ${id}`,
        this.#ask("visitor", `looks at ${id}`, get(`/orders/${id}`), (reply) => {
          const { status, version, reservation } = json<Shown>(reply);
          return { status, version, reservation };
        }),
        (shown) => shown.status,
      );
    },
    /** Holds the three books against each other, now. */
    reconcile: (): Step<Reconciled> =>
      this.#work(
        "the books are reconciled",
        "auditor",
        async () => {
          const report = await reconcile(this.#hosts.audit);
          return { mismatches: report.mismatches.length, pending: report.pending.length };
        },
        (found) => `mismatches=${found.mismatches} pending=${found.pending}`,
      ),
    /** Pieces that can be sold now. */
    available: (): Step<{ readonly available: number }> =>
      this.#work(
        "pieces for sale",
        "auditor",
        async () => {
          const { ports } = this.#hosts.audit;
          const found = await query<{ available: number }>(
            ports.database,
            "SELECT available FROM inventory_balance WHERE unit_id = $1",
            [sku],
          );
          return { available: found.rows[0]?.available ?? 0 };
        },
        ({ available }) => String(available),
      ),
    /** Orders in the order book, in whatever state. */
    booked: (): Step<{ readonly orders: number }> =>
      this.#work(
        "orders in the book",
        "auditor",
        async () => {
          const { ports } = this.#hosts.audit;
          const found = await query<{ orders: number }>(
            ports.database,
            "SELECT count(*)::int AS orders FROM orders",
            [],
          );
          return { orders: found.rows[0]?.orders ?? 0 };
        },
        ({ orders }) => String(orders),
      ),
    /** The order's moves, as the books have them at the end. */
    timeline: (order: Ref): Line => timeline(idOf(order)),
    /** How many orders ended in which state. */
    finalStates,
    /** How often notices had which effect. */
    noticeEffects,
    /** How often events had which effect at the consumer. */
    deliveryEffects,
    /** The reconciler's totals at the end. */
    reconciled,
  };

  readonly channel = {
    /** The fate of the nth message of a kind about an order, or of every one. */
    on: (kind: MessageKind, order: Ref, nth: number | "every" = 1): Rule => this.#rule(kind, idOf(order), nth),
    /** The fate of the nth message of a kind, whichever order it is about. */
    onAny: (kind: MessageKind, nth: number): Rule => this.#rule(kind, anybody, nth),
    /** The channel will decline this order's charge. */
    decline: (order: Ref): void => void this.#hosts.declined.add(idOf(order)),
    /** A notice that the channel's own bookkeeping would not have sent: late, wrong, or one more. */
    notify: (order: Ref, kind: "CHARGED" | "DECLINED" | "REFUNDED", amount = price): Step<Answer> => {
      const id = idOf(order);
      const notify_id = `ntf-extra-${++this.#late}`;
      const body = { notify_id, merchant_order: id, kind, amount, txn: `txn-extra-${this.#late}` };
      const op = this.#ask("channel", `notifies ${notify_id}`, post("/callbacks/payment", body), answer);
      return this.#step(`notice ${kind} for ${id}`, op, ({ text }) => text);
    },
    /** One more charge under the same number. */
    charge: (order: Ref): Step<Answer> => {
      const id = idOf(order);
      const body = {
        merchant_order: id,
        amount: price,
        notify_url: `${this.#hosts.config.ordersUrl}/callbacks/payment`,
      };
      const op = this.#ask("visitor", `charges ${id}`, post("/charge", body, "http://channel"), answer);
      return this.#step(`a further charge of ${id}`, op, ({ text }) => text);
    },
    /** What the channel knows of this order. */
    query: (order: Ref): Step<Answer> => {
      const id = idOf(order);
      const op = this.#ask("visitor", `queries ${id}`, get(`/charges/${id}`, "http://channel"), answer);
      return this.#step(`the channel's record of ${id}`, op, ({ text }) => text);
    },
  };

  readonly recovery = {
    /** One pass over everything unsettled; PAYING orders younger than `staleMs` are left alone. */
    run: (bound: { staleMs?: number } = {}): Step<{ readonly orders: number }> =>
      this.#work(
        "recovery runs",
        "recovery",
        async () => {
          const done = await this.#hosts.recovery.recovery.run({ staleMs: bound.staleMs ?? 60_000 });
          return { orders: done.orders.length };
        },
        ({ orders }) => String(orders),
      ),
  };

  readonly sweeper = {
    /** Releases holds past their deadline, one batch. */
    run: (): Step<{ readonly released: number }> =>
      this.#work(
        "sweeper runs",
        "sweeper",
        async () => {
          const swept = await this.#hosts.sweeper.sweeper.run();
          return { released: swept.released.length };
        },
        ({ released }) => String(released),
      ),
  };

  readonly relay = {
    /** Carries up to `limit` events to the consumer. */
    run: (bound: { limit?: number } = {}): Step<{ readonly delivered: number }> =>
      this.#work(
        "relay runs",
        "relay",
        async () => {
          const relayed = await this.#hosts.relay.relay.run({ limit: bound.limit ?? 20 });
          return { delivered: relayed.delivered.length };
        },
        ({ delivered }) => String(delivered),
      ),
  };

  readonly fulfillment = {
    /** Gives the consumer an event by hand: one that was delivered before, or an older version of its order. */
    deliver: (event: { eventId: number; order: Ref; version: number; type?: string }): Step<Answer> => {
      const id = idOf(event.order);
      const body = {
        event_id: event.eventId,
        order_id: id,
        event_type: event.type ?? "ORDER_PAID",
        order_version: event.version,
      };
      const op = this.#ask(
        "relay",
        `delivers event ${event.eventId}`,
        post("/events", body, "http://fulfillment"),
        answer,
      );
      return this.#step(`event ${event.eventId} of ${id} v${event.version}`, op, ({ text }) => text);
    },
  };

  readonly time = {
    /** Lets so much virtual time pass; whatever can happen meanwhile happens. */
    pass: async (ms: number): Promise<void> => this.#hosts.sleepers.sleep(ms),
  };

  /** A whole number from `least` to `most`, from this run's workload stream. */
  readonly whole = (least: number, most: number): number => least + wholeBelow(this.#workload, most - least + 1);

  /** Deals things out by chance: so many for each name. */
  readonly deal = <T, N extends string>(
    things: readonly T[],
    shares: Readonly<Record<N, number>>,
  ): Record<N, readonly T[]> => {
    const order = shuffled(this.#workload, things);
    const shared = Object.entries<number>(shares).map(([name, count]) => [name, order.splice(0, count)]);
    return Object.fromEntries(shared) as Record<N, readonly T[]>;
  };

  /**
   * Waits for several steps and expects so many to end in each way: `tally("8 pays", pays, { PAID: 1, REJECTED: 7 })`.
   * @returns how they did end, in full: `{PAID=1, REJECTED PAYING=7}`.
   */
  readonly tally = async (what: string, steps: readonly Step<Answer>[], wanted: Tally): Promise<string> => {
    this.expectations.addTally(what, steps, wanted);
    await Promise.all(steps);
    return counts(steps.flatMap((step) => step.said ?? []));
  };

  /** Waits for several steps at once. */
  readonly together = async <T extends readonly PromiseLike<unknown>[]>(
    ...steps: T
  ): Promise<{ readonly [I in keyof T]: Awaited<T[I]> }> => Promise.all(steps);

  readonly note = (line: Line | string): void => {
    this.lines.push(typeof line === "string" ? { label: "note", tell: () => line } : line);
  };

  #onOrder(verb: "pay" | "cancel", order: Ref): Step<Answer> {
    const id = idOf(order);
    const buyer = typeof order === "string" ? "visitor" : order.user;
    return this.#step(
      `${verb} ${id}`,
      this.#ask(buyer, `${verb} ${id}`, post(`/orders/${id}/${verb}`, {}), answer),
      ({ text }) => text,
    );
  }

  #rule(kind: MessageKind, about: string, nth: number | "every"): Rule {
    const rule = this.#hosts.network.faults.rule({ kind, about, nth });
    return {
      request: leg(rule, "request"),
      reply: leg(rule, "reply"),
      hold: () => {
        rule.request.held = true;
        const copies = (count: number): readonly Step<Answer>[] =>
          this.#hosts.network.release(rule.target, count).map((op, i) => {
            const what = `${kind} of ${about}${count === 1 ? "" : `, copy ${i + 1}`}`;
            return this.#step(what, op.map(answer), ({ text }) => text);
          });
        return { release: () => copies(1)[0] as Step<Answer>, releaseCopies: copies };
      },
    };
  }

  #ask<T>(host: string, name: string, request: Request, read: (reply: WireReply) => T): Op<T> {
    return this.#hosts.world.spawn(host, name, async () => {
      const reply = await this.#hosts.network.send(host, request, patienceMs);
      if (typeof reply === "string") throw new Error(`no answer: ${reply}`);
      return read({ status: reply.status, headers: [], body: await reply.text() });
    });
  }

  #work<T extends object>(what: string, host: string, body: () => Promise<T>, say: (value: T) => string): Step<T> {
    return this.#step(what, this.#hosts.world.spawn(host, "works", body), say);
  }

  #step<T extends object>(what: string, op: Op<T>, say: (value: T) => string): Step<T> {
    return new Step(what, op, say, this.expectations);
  }
}

function leg(rule: NetworkRule, name: "request" | "reply"): Leg {
  const suffer = (fate: Fate): Leg => {
    Object.assign(rule[name], fate);
    return made;
  };
  const made: Leg = {
    lose: () => suffer({ lost: true }),
    breakOff: () => suffer({ broken: true }),
    delay: (ms) => suffer({ delayMs: ms }),
    duplicate: (copies) => suffer({ copies }),
  };
  return made;
}

function idOf(order: Ref): string {
  return typeof order === "string" ? order : order.id;
}

function answer(reply: WireReply): Answer {
  const said = json<{ outcome?: string; status?: string; effect?: string; result?: string }>(reply);
  const text = [said.outcome, said.status, said.effect, said.result].filter((part) => part !== undefined).join(" ");
  return { http: reply.status, text };
}

function json<T>(reply: WireReply): T {
  return JSON.parse(reply.body) as T;
}

function post(path: string, body: unknown, base = "http://orders-1"): Request {
  const headers = { "content-type": "application/json" };
  return new Request(`${base}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
}

function get(path: string, base = "http://orders-1"): Request {
  return new Request(`${base}${path}`);
}
