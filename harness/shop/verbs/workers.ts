/** What the workers do: recovery, sweeper, relay; and the consumer, given an event by hand. */

import { limits } from "../../../src/limits.ts";
import { labels } from "../../../src/reconcile/rules/rules.ts";
import type { Step } from "../step.ts";
import type { Reserved } from "./inventory.ts";
import { idOf, post, type Answer, type Order, type OrderRef, type Teller } from "./teller.ts";

/** Which of several workers of a kind; the first unless said. */
export interface On {
  readonly on?: string;
}

/** Labels of what has to hold whenever the books are read, whoever is in the middle of what. */
const always = new Set(labels.flatMap(({ label, exact }) => (exact === "always" ? [label] : [])));

export function workers(teller: Teller) {
  const { hosts } = teller;

  /** How many it dealt with. */
  const round = <F extends Readonly<Record<string, number>>>(on: string, none: F, body: () => Promise<F>) =>
    teller.round(`${on} runs`, on, none, body, (found) => String(Object.values(found)[0]));

  return {
    recovery: {
      /** One pass over everything unsettled; PAYING orders younger than `staleMs` are left alone. */
      run: ({ staleMs = limits.staleMs, on = "recovery" }: { staleMs?: number } & On = {}) =>
        round(on, { orders: 0, failed: 0 }, async () => {
          const { orders, failed } = await hosts.shop(on).recovery.run({ staleMs });
          for (const { orderId, error } of failed) hosts.report(`${on} on ${orderId}`, error);
          return { orders: orders.length, failed: failed.length };
        }),
    },
    sweeper: {
      /** Releases holds past their deadline, one batch. */
      run: ({ on = "sweeper" }: On = {}) =>
        round(on, { released: 0 }, async () => ({ released: (await hosts.shop(on).sweeper.run()).released.length })),
    },
    expiry: {
      /** Asks for a hold's delay task by hand, however often that was done before. */
      arrange: (of: Order | Reserved): Step<Answer> => {
        const key = typeof of === "string" ? of : "reservation" in of ? of.reservation : `${of.id}/r1`;
        const request = post("http://expiry/expiries", { request_key: key });
        hosts.shop("expiry");
        return teller.askAnswer(`the delay task of ${key}`, "by-hand", `arranges the end of ${key}`, request);
      },
    },
    relay: {
      /** Carries up to `limit` events to the consumer. */
      run: ({ limit = 20, on = "relay" }: { limit?: number } & On = {}) =>
        round(on, { delivered: 0 }, async () => ({
          delivered: (await hosts.shop(on).relay.run({ limit })).delivered.length,
        })),
    },
    reconciler: {
      /** Reads the books while the shop works; fails when they do not agree in what is exact at any time. */
      run: ({ on = "reconciler" }: On = {}) =>
        round(on, { orders: 0 }, async () => {
          const { mismatches, completeness, classes } = await hosts.shop(on).reconcile();
          const amiss = [...mismatches, ...completeness].filter(({ label }) => always.has(label));
          if (amiss.length > 0) throw new Error(`the books disagree: ${amiss.map(({ text }) => text).join("; ")}`);
          return { orders: Object.values(classes).reduce((orders, count) => orders + count, 0) };
        }),
    },
    fulfillment: {
      /** Gives the consumer an event by hand: one that was delivered before, or an older version of its order. */
      deliver: (event: { eventId: number; order: OrderRef; version: number; type?: string }): Step<Answer> => {
        const id = idOf(event.order);
        const { eventId: event_id, version: order_version, type: event_type = "ORDER_PAID" } = event;
        const request = post("http://fulfillment/events", { event_id, order_id: id, event_type, order_version });
        return teller.askAnswer(
          `event ${event_id} of ${id} v${order_version}`,
          "relay",
          `delivers ${event_id}`,
          request,
        );
      },
    },
  };
}
