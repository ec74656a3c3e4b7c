/**
 * Money that came in when its place was gone, in a sale that leaves that to a person: a conflict, one an order. While it is open its
 * order is UNKNOWN, the channel keeps the money, and nothing happens by itself: no refund, no place, no further question. A person
 * decides it once: another place, if there is one, or the money back.
 */
import { query, type Tx } from "../database.ts";
import { invariant } from "../invariant.ts";
import type { HoldOutcome } from "../inventory/stock/reservation.ts";
import { limits } from "../limits.ts";
import type { Context } from "../parts.ts";
import type { OrderStatus } from "./machine.ts";
import type { Order } from "./order.ts";

/** What a person may decide. */
export const decisions = ["rehold", "refund"] as const;

export interface Decision {
  /** Another place, or the money back. */
  readonly decision: (typeof decisions)[number];
  /** Who decides, as whoever let the request in has made sure. */
  readonly decider: string;
  readonly reason: string;
}

export type DecideOutcome =
  /** As it is written down, however often the same decision is sent: by the same person, with the same reason. */
  | ({ readonly outcome: "DECIDED" } & Decision)
  /** Somebody else has decided, or the same person otherwise: that is what holds. */
  | ({ readonly outcome: "ALREADY_DECIDED" } & Decision)
  /** Why there is no other place; the conflict stays open. */
  | { readonly outcome: "NO_PLACE"; readonly cause: Exclude<HoldOutcome, "HELD"> }
  | { readonly outcome: "NO_CONFLICT"; readonly status: OrderStatus }
  | { readonly outcome: "NO_SUCH_ORDER" };

/** Writes the conflict down, in the transaction of whatever brought the money. */
export async function openConflict(shop: Context, tx: Tx, order: Order, cause: string): Promise<void> {
  await shop.parts.insertConflict(shop, tx, order, cause);
  if (order.status === "UNKNOWN") return;
  await shop.parts.transition(shop, tx, order, "UNKNOWN", `${cause} stock lost (CONFLICT)`);
}

export async function insertConflict(_shop: Context, tx: Tx, order: Order, cause: string): Promise<void> {
  await tx.query("INSERT INTO payment_conflict (order_id, amount, cause, opened_at) VALUES ($1, $2, $3, db_now())", [
    order.orderId,
    order.amount,
    cause,
  ]);
}

/**
 * Whether a locked order waits for a person. It is a statement of its own: one that had to wait for the order's lock would see
 * the conflicts of the time before its wait.
 */
export async function isInConflict(_shop: Context, tx: Tx, { orderId, status }: Order): Promise<boolean> {
  if (status !== "UNKNOWN") return false;
  const found = await tx.query("SELECT 1 FROM payment_conflict WHERE order_id = $1 AND decision IS NULL", [orderId]);
  return found.rowCount > 0;
}

/** Carries a person's decision out. A refund is asked for after the commit; if it gets no answer, recovery asks again. */
export async function decide(shop: Context, orderId: string, asked: Decision): Promise<DecideOutcome> {
  const { parts } = shop;
  const decided = await parts.transaction(shop, async (tx) => parts.applyDecision(shop, tx, orderId, asked));
  if (decided.outcome === "DECIDED" && decided.decision === "refund") await parts.refund(shop, orderId);
  return decided;
}

/** The decision and what follows from it are one transaction, under the order's lock: the first one wins. */
export async function applyDecision(shop: Context, tx: Tx, orderId: string, asked: Decision): Promise<DecideOutcome> {
  const { parts } = shop;
  const order = await parts.lockOrder(shop, tx, orderId);
  if (order === undefined) return { outcome: "NO_SUCH_ORDER" };
  const conflict = await parts.readConflict(shop, tx, orderId);
  if (conflict === undefined) return { outcome: "NO_CONFLICT", status: order.status };
  if (conflict !== "OPEN") return { outcome: isSame(conflict, asked) ? "DECIDED" : "ALREADY_DECIDED", ...conflict };
  switch (asked.decision) {
    case "rehold": {
      const again = await parts.rehold(shop, tx, order);
      if (again.outcome !== "HELD") return { outcome: "NO_PLACE", cause: again.outcome };
      await parts.transition(shop, tx, order, "PAID", `decision re-reserved ${again.requestKey}`);
      break;
    }
    case "refund":
      await parts.startRefund(shop, tx, order, "decision");
  }
  await parts.recordDecision(shop, tx, orderId, asked);
  return { outcome: "DECIDED", ...asked };
}

/** How the conflict of a locked order stands; undefined when it has none. */
export async function readConflict(_shop: Context, tx: Tx, orderId: string): Promise<"OPEN" | Decision | undefined> {
  const found = await tx.query<{ [Column in keyof Decision]: Decision[Column] | null }>(
    "SELECT decision, decider, reason FROM payment_conflict WHERE order_id = $1",
    [orderId],
  );
  const row = found.rows[0];
  if (row === undefined) return undefined;
  const { decision, decider, reason } = row;
  return decision === null || decider === null || reason === null ? "OPEN" : { decision, decider, reason };
}

export async function recordDecision(_shop: Context, tx: Tx, orderId: string, made: Decision): Promise<void> {
  const decided = await tx.query(
    `UPDATE payment_conflict SET decision = $2, decider = $3, reason = $4, decided_at = db_now()
      WHERE order_id = $1 AND decision IS NULL`,
    [orderId, made.decision, made.decider, made.reason],
  );
  invariant(decided.rowCount === 1, `the conflict of ${orderId} was open a moment ago, and its order is locked by us`);
}

export interface OpenConflict {
  readonly orderId: string;
  /** Minor units. */
  readonly amount: number;
  /** What brought the money. */
  readonly cause: string;
  readonly openedAt: Date;
}

/** What waits for a person, the oldest first: `conflictsShown` of them at most. */
export async function listConflicts(shop: Context): Promise<readonly OpenConflict[]> {
  const found = await query<{ order_id: string; amount: string; cause: string; opened_at: Date }>(
    shop.ports.database,
    `SELECT order_id, amount, cause, opened_at FROM payment_conflict
      WHERE decision IS NULL ORDER BY opened_at, order_id LIMIT $1`,
    [limits.conflictsShown],
  );
  return found.rows.map(({ order_id, amount, cause, opened_at }) => {
    return { orderId: order_id, amount: Number(amount), cause, openedAt: opened_at };
  });
}

function isSame(one: Decision, other: Decision): boolean {
  return one.decision === other.decision && one.decider === other.decider && one.reason === other.reason;
}
