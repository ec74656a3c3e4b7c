/**
 * Places kept for orders. A reservation goes HELD → CONFIRMED or HELD → RELEASED, once, each by a statement that
 * demands HELD; its unit's balance moves in the same transaction. Locks: reservation first, then the balance.
 */
import { undoable, type Tx } from "../database.ts";
import { invariant } from "../invariant.ts";
import type { Context } from "../parts.ts";
import type { Order } from "../order/order.ts";
import { moveHeldStock } from "./balance.ts";

export type ReservationStatus = "HELD" | "CONFIRMED" | "RELEASED";
export type HoldOutcome = "HELD" | "SOLD_OUT" | "USER_LIMIT";

export interface HoldRequest {
  /** ord-0001/r1: the order and its attempt. */
  readonly requestKey: string;
  readonly unitId: string;
  readonly userId: string;
  readonly quantity: number;
}

/**
 * Keeps pieces for a user until the hold's deadline. After USER_LIMIT the balance has already moved: the caller must
 * undo its transaction, or at least this part of it.
 */
export async function hold(shop: Context, tx: Tx, request: HoldRequest): Promise<HoldOutcome> {
  const { requestKey, unitId, quantity } = request;
  const movement = { operation: `hold ${requestKey}`, unitId, deltas: { available: -quantity, held: quantity } };
  if (!(await shop.parts.moveStock(shop, tx, movement))) return "SOLD_OUT";
  return (await shop.parts.insertWithinLimit(shop, tx, request)) ? "HELD" : "USER_LIMIT";
}

/**
 * Writes the HELD row unless the user would exceed the limit. Counting is safe here although it reads other rows:
 * the balance's lock, taken by an earlier statement, lets no other hold of this unit in between.
 */
export async function insertWithinLimit(shop: Context, tx: Tx, request: HoldRequest): Promise<boolean> {
  const { requestKey, unitId, userId, quantity } = request;
  const inserted = await tx.query(
    `INSERT INTO reservation (request_key, unit_id, user_id, quantity, status, created_at, expires_at, updated_at)
     SELECT $1, $2, $3, $4::int, 'HELD', at, at + $5::int * interval '1 millisecond', at
       FROM (SELECT db_now() AS at) AS clock
      WHERE $4::int + (SELECT coalesce(sum(quantity), 0) FROM reservation
                        WHERE unit_id = $2 AND user_id = $3 AND status IN ('HELD', 'CONFIRMED')) <= $6::int`,
    [requestKey, unitId, userId, quantity, shop.config.holdMs, shop.config.perUserLimit],
  );
  return inserted.rowCount === 1;
}

/** True when the hold was HELD and is CONFIRMED now. Only then may its order become PAID. */
export async function confirmHeld(shop: Context, tx: Tx, requestKey: string): Promise<boolean> {
  return sell(shop, tx, requestKey, await endHold(tx, requestKey, "CONFIRMED"));
}

/**
 * The same, but false as well when the hold's deadline has passed; then it stays HELD. The first statement takes the lock, the
 * second reads the clock: one that had to wait for the lock would compare the deadline with a time before its wait.
 */
export async function confirmInTime(shop: Context, tx: Tx, requestKey: string): Promise<boolean> {
  await tx.query("SELECT 1 FROM reservation WHERE request_key = $1 FOR UPDATE", [requestKey]);
  return sell(shop, tx, requestKey, await endHold(tx, requestKey, "CONFIRMED", endInTime));
}

/** True when the hold was HELD and is RELEASED now: its pieces are for sale again. */
export async function releaseHeld(shop: Context, tx: Tx, requestKey: string): Promise<boolean> {
  const ended = await endHold(tx, requestKey, "RELEASED");
  if (ended === undefined) return false;
  const { unitId, quantity } = ended;
  await moveHeldStock(shop, tx, {
    operation: `release ${requestKey}`,
    unitId,
    deltas: { held: -quantity, available: quantity },
  });
  return true;
}

export type Rehold =
  { readonly outcome: "HELD"; readonly requestKey: string } | { readonly outcome: Exclude<HoldOutcome, "HELD"> };

/** Takes a place again for an order whose hold was lost and whose payment arrived, confirms it, and points the order
 * at it. */
export async function rehold(shop: Context, tx: Tx, order: Order): Promise<Rehold> {
  const attempt = order.reserveAttempt + 1;
  const requestKey = `${order.orderId}/r${attempt}`;
  const request = { requestKey, unitId: order.sku, userId: order.userId, quantity: 1 };
  const outcome = await undoable(
    tx,
    () => shop.parts.hold(shop, tx, request),
    (held) => held === "HELD",
  );
  if (outcome !== "HELD") return { outcome };
  const confirmed = await shop.parts.confirmHeld(shop, tx, requestKey);
  invariant(confirmed, `${requestKey} was held a moment ago by this very transaction`);
  await shop.parts.pointAtReservation(shop, tx, order.orderId, requestKey, attempt);
  return { outcome, requestKey };
}

/** The pieces of a hold that has ended. */
interface Ended {
  readonly unitId: string;
  readonly quantity: number;
}

async function sell(shop: Context, tx: Tx, requestKey: string, ended: Ended | undefined): Promise<boolean> {
  if (ended === undefined) return false;
  const { unitId, quantity } = ended;
  await moveHeldStock(shop, tx, {
    operation: `confirm ${requestKey}`,
    unitId,
    deltas: { held: -quantity, sold: quantity },
  });
  return true;
}

async function endHold(
  tx: Tx,
  requestKey: string,
  to: "CONFIRMED" | "RELEASED",
  statement = end,
): Promise<Ended | undefined> {
  const ended = await tx.query<{ unit_id: string; quantity: number }>(statement, [requestKey, to]);
  const row = ended.rows[0];
  return row && { unitId: row.unit_id, quantity: row.quantity };
}

const end = `UPDATE reservation SET status = $2, updated_at = db_now()
  WHERE request_key = $1 AND status = 'HELD' RETURNING unit_id, quantity`;
const endInTime = `UPDATE reservation SET status = $2, updated_at = db_now()
  WHERE request_key = $1 AND status = 'HELD' AND expires_at > db_now() RETURNING unit_id, quantity`;
