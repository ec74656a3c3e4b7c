/**
 * A hotel's words for what the shop has. One night of a room is a unit, with as many pieces as there are such rooms; a booking is
 * an order that holds a place of it. RESERVED is a reservation that is HELD, CONFIRMED is CONFIRMED, and HOLD_EXPIRED is one that
 * was RELEASED at its deadline or after it. A refund task is a refund's row, whatever has become of it.
 */

import { query } from "../../../src/database.ts";
import type { Step } from "../step.ts";
import { idOf, sku, type OrderRef, type Teller } from "./teller.ts";

/** A booking, and what is left of its night. */
interface Booking {
  /** RELEASED is one that was given back before its deadline. */
  readonly state: "RESERVED" | "CONFIRMED" | "HOLD_EXPIRED" | "RELEASED";
  readonly available: number;
  /** Refund tasks, done or not. */
  readonly refunds: number;
}

/** One night: rooms that can be sold, and bookings that keep one, by their own rows. */
interface Night {
  readonly available: number;
  readonly holds: number;
}

const readBooking = `SELECT CASE WHEN r.status = 'HELD' THEN 'RESERVED'
         WHEN r.status = 'RELEASED' AND r.updated_at >= r.expires_at THEN 'HOLD_EXPIRED' ELSE r.status END AS state,
       b.available, (SELECT count(*)::int FROM refund f WHERE f.order_id = o.order_id) AS refunds
  FROM orders o JOIN reservation r ON r.request_key = o.reservation_key JOIN inventory_balance b ON b.unit_id = o.sku
 WHERE o.order_id = $1`;
const readNight = `SELECT available,
       (SELECT count(*)::int FROM reservation r JOIN reservation_line l USING (request_key)
         WHERE l.unit_id = b.unit_id AND r.status IN ('HELD', 'CONFIRMED')) AS holds
  FROM inventory_balance b WHERE unit_id = $1`;

export function hotel(teller: Teller) {
  /** One row of the books, read by the auditor. */
  const read = <T extends object>(what: string, sql: string, key: string, say: (row: T) => string): Step<T> =>
    teller.work(
      what,
      "auditor",
      async (): Promise<T> => {
        const found = await query<T & Record<string, unknown>>(teller.hosts.audit.ports.database, sql, [key]);
        const [row] = found.rows;
        if (row === undefined) throw new Error(`${what}: there is none`);
        return row;
      },
      say,
    );

  return {
    hotel: {
      /** What the books say of a booking, now: `HOLD_EXPIRED (available 1, refunds 1)`. */
      booking: (order: OrderRef) =>
        read<Booking>(`booking ${idOf(order)}`, readBooking, idOf(order), (booking) => {
          const { state, available, refunds } = booking;
          return `${state} (available ${available}, refunds ${refunds})`;
        }),
      /** What the books say of a night, now. */
      night: (of = sku) =>
        read<Night>(`night ${of}`, readNight, of, ({ available, holds }) => `available=${available} holds=${holds}`),
    },
  };
}
