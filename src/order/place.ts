/** Places an order together with its hold, in one transaction: a buyer who is refused leaves no order behind. */
import type { Tx } from "../database.ts";
import { invariant } from "../invariant.ts";
import type { HoldOutcome } from "../inventory/stock/reservation.ts";
import type { Context } from "../parts.ts";
import { placeOf } from "./hold.ts";

export interface PlaceRequest {
  /** The buyer's own key for this wish; sent again, it means the same order. */
  readonly requestKey: string;
  readonly userId: string;
  readonly sku: string;
  /** Minor units of the currency. */
  readonly amount: number;
  /** ISO 4217, alphabetic: "EUR". */
  readonly currency: string;
}

export type Placed =
  | { readonly outcome: "CREATED" | "REPLAY"; readonly orderId: string }
  | { readonly outcome: "KEY_REUSED" }
  | { readonly outcome: Exclude<HoldOutcome, "HELD"> };

/** Leaves the transaction so that it is rolled back, and carries the answer out. */
class Refused extends Error {
  readonly outcome: Exclude<HoldOutcome, "HELD">;
  constructor(outcome: Exclude<HoldOutcome, "HELD">) {
    super(outcome);
    this.outcome = outcome;
  }
}

export async function placeOrder(shop: Context, request: PlaceRequest): Promise<Placed> {
  const { parts } = shop;
  try {
    const placed = await parts.transaction(shop, async (tx): Promise<Placed> => {
      const orderId = await parts.insertOrder(shop, tx, request);
      if (orderId === undefined) return parts.replayOrder(shop, tx, request);
      const outcome = await parts.hold(shop, tx, placeOf(shop, { ...request, orderId }, firstHoldOf(orderId)));
      if (outcome !== "HELD") throw new Refused(outcome);
      return { outcome: "CREATED", orderId };
    });
    if (placed.outcome === "CREATED") parts.arrangeExpiry(shop, firstHoldOf(placed.orderId));
    return placed;
  } catch (error) {
    if (error instanceof Refused) return { outcome: error.outcome };
    throw error;
  }
}

const firstHoldOf = (orderId: string): string => `${orderId}/r1`;

/**
 * The new order's id, or undefined when the request key is taken. The unique constraint decides: of two requests at once the second
 * waits until the first has committed or gone. Here the order also gets the name under which it is paid for.
 */
export async function insertOrder(_shop: Context, tx: Tx, request: PlaceRequest): Promise<string | undefined> {
  const inserted = await tx.query<{ order_id: string }>(
    `WITH placed AS (
       INSERT INTO orders (order_id, request_key, user_id, sku, amount, currency, payment_object, status, version,
                           reservation_key, reserve_attempt, created_at, updated_at)
       SELECT id, $1, $2, $3, $4, $5, 'pay-' || id, 'CREATED', 1, id || '/r1', 1, at, at
         FROM (SELECT next_order_id() AS id, db_now() AS at) AS new
       ON CONFLICT (request_key) DO NOTHING RETURNING order_id, version, created_at)
     INSERT INTO order_transition (order_id, from_status, to_status, version, cause, at)
     SELECT order_id, NULL, 'CREATED', version, 'create', created_at FROM placed RETURNING order_id`,
    [request.requestKey, request.userId, request.sku, request.amount, request.currency],
  );
  return inserted.rows[0]?.order_id;
}

/** The answer to a request key that was used before: the same order, if it is the same wish. */
export async function replayOrder(_shop: Context, tx: Tx, request: PlaceRequest): Promise<Placed> {
  const found = await tx.query<Wished & { order_id: string }>(
    "SELECT order_id, user_id, sku, amount, currency FROM orders WHERE request_key = $1",
    [request.requestKey],
  );
  const first = found.rows[0];
  invariant(first !== undefined, `request key ${request.requestKey} is taken and yet by no order`);
  return isSameWish(first, request) ? { outcome: "REPLAY", orderId: first.order_id } : { outcome: "KEY_REUSED" };
}

type Wished = { user_id: string; sku: string; amount: string; currency: string };

function isSameWish(first: Wished, { userId, sku, amount, currency }: PlaceRequest): boolean {
  if (first.user_id !== userId || first.sku !== sku) return false;
  return Number(first.amount) === amount && first.currency === currency;
}
