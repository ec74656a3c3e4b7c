/**
 * Pieces put aside for an activity. A hold that names the lock takes them out of it; what the hold gives back returns to the lock
 * while that is OPEN, and to ordinary sale when it has ENDED. The lock's row is locked before either is decided, and before the
 * unit's balance.
 */
import type { Tx } from "../../database.ts";
import type { Refusal } from "../door/answer.ts";
import type { Change } from "./balance.ts";
import type { Line } from "./reservation.ts";

/** A line of a reservation that gives its pieces back. */
interface Given {
  readonly unit_id: string;
  readonly quantity: number;
  readonly lock_id: string | null;
  readonly epoch?: number;
}

export async function backWhereItCameFrom(
  tx: Tx,
  from: "held" | "sold",
  lines: readonly Given[],
): Promise<readonly Change[]> {
  const named = lines.flatMap(({ lock_id }) => lock_id ?? []);
  const open = named.length === 0 ? [] : (await lockLocks(tx, named)).filter(({ status }) => status === "OPEN");
  return lines.map(({ unit_id, quantity, lock_id, epoch }) => {
    const to = open.some((lock) => lock.lock_id === lock_id) ? "locked" : "available";
    return { unit_id, ...(epoch === undefined ? {} : { epoch }), [from]: -quantity, [to]: quantity };
  });
}

/** Why these lines cannot be taken out of the locks that they name; each of those stays locked until the transaction ends. */
export async function whyNotOutOf(tx: Tx, lines: readonly Line[]): Promise<Refusal | undefined> {
  const named = lines.flatMap(({ unitId, quantity, lockId }) =>
    lockId === undefined ? [] : [{ unitId, quantity, lockId }],
  );
  if (named.length === 0) return undefined;
  const locks = await lockLocks(
    tx,
    named.map(({ lockId }) => lockId),
  );
  for (const { unitId, lockId } of named) {
    const lock = locks.find(({ lock_id, unit_id }) => lock_id === lockId && unit_id === unitId);
    if (lock === undefined) return "NO_SUCH_LOCK";
    if (lock.status !== "OPEN") return "LOCK_ENDED";
  }
  const left = await leftIn(
    tx,
    locks.map(({ lock_id }) => lock_id),
  );
  return named.some(({ lockId, quantity }) => quantity > (left.get(lockId) ?? 0)) ? "SOLD_OUT" : undefined;
}

interface Lock {
  readonly lock_id: string;
  readonly unit_id: string;
  readonly status: "OPEN" | "ENDED";
}

async function lockLocks(tx: Tx, lockIds: readonly string[]): Promise<readonly Lock[]> {
  const found = await tx.query<{ [Column in keyof Lock]: Lock[Column] }>(
    "SELECT lock_id, unit_id, status FROM stock_lock WHERE lock_id = ANY ($1::text[]) ORDER BY lock_id FOR UPDATE",
    [lockIds],
  );
  return found.rows;
}

/**
 * Pieces still in each lock, all of which are locked by us: whoever takes one out or gives one back waits for that, so a later
 * statement counts all that have.
 */
export async function leftIn(tx: Tx, lockIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const found = await tx.query<{ lock_id: string; left: number }>(
    `SELECT lock_id, (quantity - ${takenOut})::int AS left FROM stock_lock k WHERE lock_id = ANY ($1::text[]) ORDER BY lock_id`,
    [lockIds],
  );
  return new Map(found.rows.map(({ lock_id, left }) => [lock_id, left]));
}

/** Of a lock `k`. What was refunded and cannot be sold again has not come back to it. */
export const takenOut = `(SELECT coalesce(sum(l.quantity), 0)
    FROM reservation_line l JOIN reservation r USING (request_key) JOIN inventory_unit u USING (unit_id)
   WHERE l.lock_id = k.lock_id AND r.status <> 'RELEASED' AND NOT (r.status = 'REFUNDED' AND u.reversible))`;
