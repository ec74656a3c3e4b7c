/**
 * Places kept for somebody: pieces of one unit or of several, all or none. A reservation goes HELD → CONFIRMED or HELD →
 * RELEASED, once, each by a statement that demands HELD; the balances of its units move in the same transaction. Locks:
 * reservation first, then the balances in the order of their units.
 */
import type { Tx } from "../../database.ts";
import type { Context } from "../../parts.ts";
import { moveHeldStock, whyNotMoved, type Cause, type Movement } from "./balance.ts";
import { backWhereItCameFrom } from "./setAside.ts";

export type ReservationStatus = "HELD" | "CONFIRMED" | "RELEASED" | "REFUNDED";
export type HoldOutcome = "HELD" | "USER_LIMIT" | Cause;

/** Pieces of one unit. */
export interface Line {
  readonly unitId: string;
  readonly quantity: number;
  /** Where it is given, the unit must be at this epoch. */
  readonly epoch?: number;
  /** The lock that they are taken out of, all those of one unit of the same; out of what is for sale when there is none. */
  readonly lockId?: string;
}

export interface HoldRequest {
  /** ord-0001/r1: the order and its attempt. */
  readonly requestKey: string;
  readonly tenant: string;
  /** The service that keeps them for somebody. */
  readonly caller: string;
  readonly orderId: string;
  readonly userId: string;
  /** A unit may be there several times: what is wanted of it is added up. */
  readonly lines: readonly Line[];
  /** Milliseconds from now to the hold's deadline. */
  readonly holdMs: number;
}

/** Who ends a reservation, and why. */
export interface By {
  readonly operator: string;
  readonly reason: string;
}

const byOrders: By = { operator: "orders", reason: "as its order is" };

/**
 * Keeps pieces for a user until the hold's deadline. After any other outcome than HELD balances may have moved: the caller
 * must undo its transaction, or at least this part of it.
 */
export async function hold(shop: Context, tx: Tx, request: HoldRequest): Promise<HoldOutcome> {
  const { requestKey, caller, orderId } = request;
  const lines = perUnit(request.lines);
  const movement: Movement = {
    operation: `hold ${requestKey}`,
    kind: "HOLD",
    requestKey,
    operator: caller,
    reason: `kept for ${orderId}`,
    changes: lines.map(({ unitId, quantity, lockId, ...at }) => {
      return { unit_id: unitId, ...at, [lockId === undefined ? "available" : "locked"]: -quantity, held: quantity };
    }),
  };
  if (!(await shop.parts.moveStock(shop, tx, movement))) return (await whyNotMoved(tx, movement)).cause;
  return (await shop.parts.insertWithinLimit(shop, tx, { ...request, lines })) ? "HELD" : "USER_LIMIT";
}

/** Each unit once, in the order of their ids, at the lowest epoch that its lines name: none was ever seen above the unit's own. */
export function perUnit(lines: readonly Line[]): readonly Line[] {
  const wanted = new Map<string, Line>();
  for (const line of lines) {
    const { quantity = 0, epoch = Infinity } = wanted.get(line.unitId) ?? {};
    const lowest = Math.min(epoch, line.epoch ?? Infinity);
    const sum = { ...line, quantity: quantity + line.quantity };
    wanted.set(line.unitId, lowest === Infinity ? sum : { ...sum, epoch: lowest });
  }
  return [...wanted.values()].sort((a, b) => (a.unitId < b.unitId ? -1 : 1));
}

/**
 * Writes the HELD reservation unless the user would exceed the limit of some unit. Counting is safe here although it reads
 * other rows: the balances' locks, taken by an earlier statement, let no other hold of these units in between.
 */
export async function insertWithinLimit(shop: Context, tx: Tx, request: HoldRequest): Promise<boolean> {
  const { requestKey, tenant, caller, userId, orderId, lines, holdMs } = request;
  const inserted = await tx.query(
    `WITH RECURSIVE kept AS (
       INSERT INTO reservation (request_key, tenant, caller, user_id, order_id, status, created_at, expires_at, updated_at)
       SELECT $1, $2, $3, $4, $5, 'HELD', at, at + $7::int * interval '1 millisecond', at
         FROM (SELECT db_now() AS at) AS clock
        WHERE NOT EXISTS (
          SELECT FROM wanted w
           WHERE w.quantity + (SELECT coalesce(sum(l.quantity), 0) FROM reservation r JOIN reservation_line l USING (request_key)
                                WHERE r.tenant = $2 AND r.user_id = $4 AND r.status IN ('HELD', 'CONFIRMED')
                                  AND l.unit_id = w."unitId") > $8::int)
       RETURNING request_key),
     wanted AS (SELECT * FROM jsonb_to_recordset($6::jsonb) AS w ("unitId" text, quantity integer, "lockId" text))
     INSERT INTO reservation_line (request_key, unit_id, quantity, epoch, lock_id)
     SELECT request_key, unit_id, w.quantity, b.epoch, "lockId"
       FROM kept, wanted w JOIN inventory_balance b ON b.unit_id = w."unitId" ORDER BY unit_id`,
    [requestKey, tenant, caller, userId, orderId, JSON.stringify(lines), holdMs, shop.config.perUserLimit],
  );
  return inserted.rowCount > 0;
}

/** True when the hold was HELD and is CONFIRMED now. Only then may its order become PAID. */
export async function confirmHeld(shop: Context, tx: Tx, requestKey: string, by = byOrders): Promise<boolean> {
  return sell(shop, tx, requestKey, by, await endHold(tx, requestKey, "CONFIRMED"));
}

/**
 * The same, but false as well when the hold's deadline has passed; then it stays HELD. The first statement takes the lock, the
 * second reads the clock: one that had to wait for the lock would compare the deadline with a time before its wait.
 */
export async function confirmInTime(shop: Context, tx: Tx, requestKey: string, by = byOrders): Promise<boolean> {
  await tx.query("SELECT 1 FROM reservation WHERE request_key = $1 FOR UPDATE", [requestKey]);
  return sell(shop, tx, requestKey, by, await endHold(tx, requestKey, "CONFIRMED", endInTime));
}

/** True when the hold was HELD and is RELEASED now: its pieces are for sale again. */
export async function releaseHeld(shop: Context, tx: Tx, requestKey: string, by = byOrders): Promise<boolean> {
  const ended = await endHold(tx, requestKey, "RELEASED");
  if (ended.length === 0) return false;
  const changes = await backWhereItCameFrom(tx, "held", ended);
  await moveHeldStock(shop, tx, { operation: `release ${requestKey}`, kind: "RELEASE", requestKey, ...by, changes });
  return true;
}

/** A line of a hold that has ended. */
interface Ended {
  readonly unit_id: string;
  readonly quantity: number;
  readonly epoch: number;
  readonly lock_id: string | null;
}

async function sell(shop: Context, tx: Tx, requestKey: string, by: By, ended: readonly Ended[]): Promise<boolean> {
  if (ended.length === 0) return false;
  const changes = ended.map(({ unit_id, quantity, epoch }) => ({ unit_id, epoch, held: -quantity, sold: quantity }));
  await moveHeldStock(shop, tx, { operation: `confirm ${requestKey}`, kind: "CONFIRM", requestKey, ...by, changes });
  return true;
}

/** Its lines by unit; none when it was not HELD, or was kept before the epoch of one of its units was raised. */
async function endHold(
  tx: Tx,
  requestKey: string,
  to: "CONFIRMED" | "RELEASED",
  statement = end,
): Promise<readonly Ended[]> {
  return (await tx.query<{ [Column in keyof Ended]: Ended[Column] }>(statement, [requestKey, to])).rows;
}

const end = `WITH ended AS (
    UPDATE reservation SET status = $2, updated_at = db_now()
     WHERE request_key = $1 AND status = 'HELD'
       AND NOT EXISTS (SELECT FROM reservation_line l JOIN inventory_balance b USING (unit_id)
                        WHERE l.request_key = $1 AND l.epoch <> b.epoch)
    RETURNING request_key)
  SELECT unit_id, quantity, epoch, lock_id FROM ended JOIN reservation_line USING (request_key) ORDER BY unit_id`;
const endInTime = `WITH ended AS (
    UPDATE reservation SET status = $2, updated_at = db_now()
     WHERE request_key = $1 AND status = 'HELD' AND expires_at > db_now()
       AND NOT EXISTS (SELECT FROM reservation_line l JOIN inventory_balance b USING (unit_id)
                        WHERE l.request_key = $1 AND l.epoch <> b.epoch)
    RETURNING request_key)
  SELECT unit_id, quantity, epoch, lock_id FROM ended JOIN reservation_line USING (request_key) ORDER BY unit_id`;
