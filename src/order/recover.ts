/**
 * Brings every order to an end that its caller did not: UNKNOWN, REFUNDING, PAYING for too long, CREATED with its
 * hold gone. An open conflict is none of its business: what is known of that will not change by asking. May run at any time, any
 * number of times, several at once, and beside callbacks: each step judges anew under the order's lock.
 */
import { query } from "../database.ts";
import type { Context } from "../parts.ts";

export interface Unsettled {
  readonly orderId: string;
  readonly status: "PAYING" | "UNKNOWN" | "REFUNDING";
}

export interface Recovered {
  readonly orderId: string;
  /** What was found and done: an effect, a status, or why it has to wait. */
  readonly result: string;
}

export interface Recovery {
  readonly orders: readonly Recovered[];
  /** Orders whose step threw; the others went on. */
  readonly failed: readonly { readonly orderId: string; readonly error: unknown }[];
}

/** @param bound PAYING orders younger than `staleMs` are left alone: their caller may still be at work. */
export async function recover(shop: Context, bound: { readonly staleMs: number }): Promise<Recovery> {
  const { parts } = shop;
  const orders: Recovered[] = [];
  const failed: { orderId: string; error: unknown }[] = [];
  const attempt = async (orderId: string, step: () => Promise<string>): Promise<void> => {
    try {
      orders.push({ orderId, result: await step() });
    } catch (error) {
      failed.push({ orderId, error });
    }
  };
  for await (const order of pages((after) => parts.findUnsettled(shop, bound.staleMs, after))) {
    await attempt(order.orderId, async () => {
      return order.status === "REFUNDING"
        ? parts.refund(shop, order.orderId)
        : parts.recoverPayment(shop, order.orderId);
    });
  }
  for await (const order of pages((after) => parts.findLapsed(shop, after))) {
    await attempt(order.orderId, async () => (await parts.cancel(shop, order.orderId, "hold expired")).outcome);
  }
  return { orders, failed };
}

/** Asks what became of the charge. */
export async function recoverPayment(shop: Context, orderId: string): Promise<string> {
  const { parts } = shop;
  const answer = await parts.askQuery(shop, orderId);
  switch (answer.state) {
    case "NOT_FOUND":
      return parts.notFound(shop, orderId);
    case "NO_ANSWER":
    case "NOT_UNDERSTOOD":
      return `query ${answer.state}`;
    default:
      return (await parts.settle(shop, orderId, answer, "query")).effect;
  }
}

/**
 * NOT_FOUND does not mean that nothing was charged: the request may still be on its way. So the order is closed at the
 * channel first, and what the close says is applied, also when it says that a charge came in between.
 */
export async function notFound(shop: Context, orderId: string): Promise<string> {
  const { parts } = shop;
  const answer = await parts.askClose(shop, orderId);
  switch (answer.state) {
    case "NOT_FOUND":
    case "NO_ANSWER":
    case "NOT_UNDERSTOOD":
      return `close ${answer.state}`;
    default:
      return (await parts.settle(shop, orderId, answer, "close")).effect;
  }
}

/** One page in the order of ids, after the given one. */
export async function findUnsettled(shop: Context, staleMs: number, after: string): Promise<readonly Unsettled[]> {
  const found = await query<{ order_id: string; status: Unsettled["status"] }>(
    shop.ports.database,
    `SELECT order_id, status FROM orders
      WHERE order_id > $2
        AND (status = 'REFUNDING'
          OR (status = 'UNKNOWN' AND NOT EXISTS (
                SELECT FROM payment_conflict c WHERE c.order_id = orders.order_id AND c.decision IS NULL))
          OR (status = 'PAYING' AND updated_at <= (SELECT db_now()) - $1::int * interval '1 millisecond'))
      ORDER BY order_id LIMIT $3`,
    [staleMs, after, shop.config.recoveryBatch],
  );
  return found.rows.map((row) => ({ orderId: row.order_id, status: row.status }));
}

/**
 * CREATED orders whose hold is over, swept or not. No lock is needed to find them: a hold that is over stays so, and
 * `cancel` looks again whether anybody has begun to pay.
 */
export async function findLapsed(shop: Context, after: string): Promise<readonly { readonly orderId: string }[]> {
  const found = await query<{ order_id: string }>(
    shop.ports.database,
    `SELECT o.order_id FROM orders o JOIN reservation r ON r.request_key = o.reservation_key
      WHERE o.status = 'CREATED' AND o.order_id > $1
        AND (r.status = 'RELEASED' OR (r.status = 'HELD' AND r.expires_at <= (SELECT db_now())))
      ORDER BY o.order_id LIMIT $2`,
    [after, shop.config.recoveryBatch],
  );
  return found.rows.map((row) => ({ orderId: row.order_id }));
}

async function* pages<T extends { readonly orderId: string }>(
  read: (after: string) => Promise<readonly T[]>,
): AsyncGenerator<T> {
  for (let after = ""; ;) {
    const page = await read(after);
    yield* page;
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.orderId;
  }
}
