/** What the workers do: recovery, sweeper, relay; and the consumer, given an event by hand. */

import { limits } from "../../../src/limits.ts";
import { isConnectionLost } from "../../postgres/lost.ts";
import type { Step } from "../step.ts";
import { idOf, post, type Answer, type OrderRef, type Teller } from "./teller.ts";

/** Which of several workers of a kind; the first unless said. */
export interface On {
  readonly on?: string;
}

export function workers(teller: Teller) {
  const { hosts } = teller;

  /** One round: how many it dealt with. One that loses the database is over; in the service the next follows. */
  const round = <N extends string>(on: string, what: N, body: () => Promise<number>) =>
    teller.work(
      `${on} runs`,
      on,
      async () => {
        try {
          return { [what]: await body() } as Round<N>;
        } catch (error) {
          if (!isConnectionLost(error)) throw error;
          return { [what]: 0, lost: true } as Round<N>;
        }
      },
      (found) => (found.lost === true ? "connection lost" : String(found[what])),
    );

  return {
    recovery: {
      /** One pass over everything unsettled; PAYING orders younger than `staleMs` are left alone. */
      run: ({ staleMs = limits.staleMs, on = "recovery" }: { staleMs?: number } & On = {}) =>
        round(on, "orders", async () => {
          const { orders, failed } = await hosts.shop(on).recovery.run({ staleMs });
          for (const { orderId, error } of failed) hosts.report(`${on} on ${orderId}`, error);
          return orders.length;
        }),
    },
    sweeper: {
      /** Releases holds past their deadline, one batch. */
      run: ({ on = "sweeper" }: On = {}) =>
        round(on, "released", async () => (await hosts.shop(on).sweeper.run()).released.length),
    },
    relay: {
      /** Carries up to `limit` events to the consumer. */
      run: ({ limit = 20, on = "relay" }: { limit?: number } & On = {}) =>
        round(on, "delivered", async () => (await hosts.shop(on).relay.run({ limit })).delivered.length),
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

/** How many a round dealt with, or that it lost the database. */
type Round<N extends string> = Readonly<Record<N, number>> & { readonly lost?: true };
