/** What buyers and visitors do with the shop, and what is to be seen of it. */

import { query } from "../../../src/database.ts";
import { reconcile } from "../../../src/reconcile/report.ts";
import { deliveryEffects, finalStates, noticeEffects, reconciled, timeline, type Line } from "../lines.ts";
import type { Step } from "../step.ts";
import {
  get,
  idOf,
  post,
  price,
  sku,
  understood,
  type Answer,
  type Order,
  type OrderRef,
  type Teller,
} from "./teller.ts";

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

/** Which order service answers; `orders-1` unless said. */
export interface At {
  readonly at?: string;
}

const anyOrders = "orders-1";

export function buying(teller: Teller) {
  let keys = 0;

  const onOrder = (verb: "pay" | "cancel", order: OrderRef, { at = anyOrders }: At): Step<Answer> => {
    const id = idOf(order);
    const buyer = typeof order === "string" ? "visitor" : order.user;
    return teller.askAnswer(`${verb} ${id}`, buyer, `${verb} ${id}`, post(`http://${at}/orders/${id}/${verb}`, {}));
  };

  /** Figures, read by the auditor. */
  const figures = <N extends string>(what: string, sql: string, values: readonly unknown[] = []) =>
    teller.work(
      what,
      "auditor",
      async () => {
        const found = await query<Record<N, number>>(teller.hosts.audit.ports.database, sql, values);
        const [row] = found.rows;
        if (row === undefined) throw new Error(`${what}: nothing to count`);
        return row;
      },
      (value) => JSON.stringify(value),
    );

  return {
    /**
     * POST /orders for one piece, of the unit that every story has unless said; without a currency it is the deployment's. The same
     * `key` again is the same wish.
     */
    order: (
      wish: { user: string; key?: string; amount?: number; currency?: string; of?: string } & At,
    ): Step<Order> => {
      const { user, key = `key-${String(++keys).padStart(4, "0")}`, amount = price, of = sku, at = anyOrders } = wish;
      const currency = wish.currency === undefined ? {} : { currency: wish.currency };
      return teller.ask(
        `order by ${user}`,
        user,
        `orders ${key}`,
        post(`http://${at}/orders`, { request_key: key, user, sku: of, amount, ...currency }),
        (reply) => {
          const heard = understood<{ outcome: string; order_id?: string }>(reply);
          if (typeof heard === "string") return { id: "", user, key, http: 0, outcome: heard };
          const { http, said } = heard;
          return { id: said.order_id ?? "", user, key, http, outcome: said.outcome };
        },
        (order) => order.outcome,
      );
    },
    /** POST /orders/{id}/pay by its buyer. */
    pay: (order: OrderRef, at: At = {}): Step<Answer> => onOrder("pay", order, at),
    /** POST /orders/{id}/cancel by its buyer. */
    cancel: (order: OrderRef, at: At = {}): Step<Answer> => onOrder("cancel", order, at),
    /** GET /orders/{id}; the outcome in place of a status where there is none. */
    status: (order: OrderRef, { at = anyOrders }: At = {}): Step<Shown> => {
      const id = idOf(order);
      return teller.ask(
        `status of ${id}`,
        "visitor",
        `looks at ${id}`,
        get(`http://${at}/orders/${id}`),
        (reply) => {
          const heard = understood<Partial<Shown> & { readonly outcome?: string }>(reply);
          if (typeof heard === "string") return { status: heard, version: 0, reservation: "" };
          const { outcome = "", ...shown } = heard.said;
          const { status = outcome, version = 0, reservation = "" } = shown;
          return { status, version, reservation };
        },
        (shown) => shown.status,
      );
    },
    /** Holds the three books against each other, now. */
    reconcile: (): Step<Reconciled> =>
      teller.work(
        "the books are reconciled",
        "auditor",
        async () => {
          const report = await reconcile(teller.hosts.audit);
          return { mismatches: report.mismatches.length, pending: report.pending.length };
        },
        (found) => `mismatches=${found.mismatches} pending=${found.pending}`,
      ),
    /** Puts one more unit on sale; not opened when it is there already. */
    open: (unit: { readonly sku: string; readonly total: number }) =>
      teller.work(
        `${unit.sku} is opened`,
        "sweeper",
        async () => ({ opened: await teller.hosts.shop("sweeper").open(unit) }),
        ({ opened }) => String(opened),
      ),
    /** Pieces of a unit that can be sold now. */
    available: (of = sku) =>
      figures<"available">("pieces for sale", "SELECT available FROM inventory_balance WHERE unit_id = $1", [of]),
    /** Orders in the order book, in whatever state. */
    booked: () => figures<"orders">("orders in the book", "SELECT count(*)::int AS orders FROM orders"),
    /** Events of one order in the outbox, published or not. */
    events: (order: OrderRef) =>
      figures<"events">("events in the outbox", "SELECT count(*)::int AS events FROM outbox WHERE order_id = $1", [
        idOf(order),
      ]),
    /** Events that no relay has published yet. */
    unpublished: () =>
      figures<"events">(
        "events not published",
        "SELECT count(*)::int AS events FROM outbox WHERE published_at IS NULL",
      ),
    /** Notices of one order that were written down, every copy. */
    notices: (order: OrderRef) =>
      figures<"notices">(
        "notices written down",
        "SELECT count(*)::int AS notices FROM payment_notification WHERE order_id = $1",
        [idOf(order)],
      ),
    /** Deletes what was written down of notices, as whoever keeps it for a time only. */
    forgetNotices: () =>
      figures<"deleted">(
        "notices deleted",
        "WITH gone AS (DELETE FROM payment_notification RETURNING 1) SELECT count(*)::int AS deleted FROM gone",
      ),
    /** Refund tasks of one order, how many of them failed or succeeded, and the attempts that were counted. */
    refunds: (order: OrderRef) =>
      figures<"tasks" | "failed" | "succeeded" | "attempts">(
        `refunds of ${idOf(order)}`,
        `SELECT count(*)::int AS tasks, (count(*) FILTER (WHERE status = 'failed'))::int AS failed,
                (count(*) FILTER (WHERE status = 'succeeded'))::int AS succeeded, sum(attempts)::int AS attempts
           FROM refund WHERE order_id = $1`,
        [idOf(order)],
      ),
    /** Arrivals that the consumer has written down, and of how many events. */
    arrivals: () =>
      figures<"arrivals" | "events">(
        "arrivals at the consumer",
        "SELECT count(*)::int AS arrivals, count(DISTINCT event_id)::int AS events FROM ful_received",
      ),
    /** Orders the consumer knows, and how often it has shipped in all. */
    shipments: () =>
      figures<"orders" | "shipments">(
        "shipments",
        "SELECT count(*)::int AS orders, coalesce(sum(ship_count), 0)::int AS shipments FROM fulfillment",
      ),
    /** The order's moves, as the books have them at the end. */
    timeline: (order: OrderRef): Line => timeline(idOf(order)),
    /** How many orders ended in which state. */
    finalStates,
    /** How often notices had which effect. */
    noticeEffects,
    /** How often events had which effect at the consumer. */
    deliveryEffects,
    /** The reconciler's totals at the end. */
    reconciled,
  };
}
