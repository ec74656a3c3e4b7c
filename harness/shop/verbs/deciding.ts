/** What people do who decide conflicts: they look what waits for them, and say what is to become of it, at an order service's door. */

import type { Decision } from "../../../src/order/conflict.ts";
import type { Step } from "../step.ts";
import { get, idOf, post, understood, type Answer, type OrderRef, type Teller } from "./teller.ts";

/** Who decides, why, and which order service is told. */
export interface Deciding {
  readonly by?: string;
  readonly because?: string;
  readonly at?: string;
}

/** What waits for somebody: the orders, the oldest conflict first. */
interface Waiting {
  readonly http: number;
  readonly orders: readonly string[];
}

export function deciding(teller: Teller) {
  return {
    decider: {
      /** POST /orders/{id}/decision: `DECIDED rehold`, `NO_PLACE SOLD_OUT`, `ALREADY_DECIDED refund`, `NO_CONFLICT PAID`. */
      decide: (
        order: OrderRef,
        decision: Decision["decision"],
        { by = "manager", because = "as the buyer wishes", at = "orders-1" }: Deciding = {},
      ): Step<Answer> => {
        const id = idOf(order);
        return teller.ask(
          `${by} decides ${decision} of ${id}`,
          by,
          `decides ${id}`,
          post(`http://${at}/orders/${id}/decision`, { decision, decider: by, reason: because }),
          (reply) => {
            const heard = understood<Partial<Record<"outcome" | "decision" | "cause" | "status", string>>>(reply);
            if (typeof heard === "string") return { http: 0, text: heard };
            const { outcome, decision: decided, cause, status } = heard.said;
            const text = [outcome, decided, cause, status].filter((part) => part !== undefined).join(" ");
            return { http: heard.http, text };
          },
          ({ text }) => text,
        );
      },
      /** GET /conflicts. */
      waiting: ({ by = "manager", at = "orders-1" }: Omit<Deciding, "because"> = {}): Step<Waiting> =>
        teller.ask<Waiting>(
          "what waits for a person",
          by,
          "looks at conflicts",
          get(`http://${at}/conflicts`),
          (reply) => {
            const heard = understood<{ readonly conflicts?: readonly { readonly order_id: string }[] }>(reply);
            if (typeof heard === "string") return { http: 0, orders: [] };
            return { http: heard.http, orders: (heard.said.conflicts ?? []).map(({ order_id }) => order_id) };
          },
          ({ orders }) => (orders.length === 0 ? "nothing" : orders.join(", ")),
        ),
    },
  };
}
