/**
 * The books as plain data: what the channel says, what the orders say, what the inventory says, and what was told to
 * others. Money is a bigint of minor units, so no sum ever passes through a float.
 */
import type { ArchivedPart } from "../inventory/ledger/archive.ts";
import type { LedgerRow, UnitState } from "../inventory/ledger/replay.ts";
import type { ReservationStatus } from "../inventory/stock/reservation.ts";
import type { Decision } from "../order/conflict.ts";
import type { OrderStatus } from "../order/machine.ts";

/** What is paid, as each book names it. */
export interface BookedPayment {
  /** Minor units of the currency. */
  readonly amount: bigint;
  /** ISO 4217, alphabetic: "EUR". */
  readonly currency: string;
  /** The name of what is paid for. */
  readonly paymentObject: string;
}

export interface BookedOrder extends BookedPayment {
  readonly orderId: string;
  readonly userId: string;
  /** What it is an order of. */
  readonly unitId: string;
  readonly status: OrderStatus;
  /** Grows by one a move. */
  readonly version: number;
  /** request_key of its current reservation. */
  readonly reservationKey: string;
}

/** One move of an order; `from` is null when it was placed. */
export interface BookedMove {
  readonly orderId: string;
  readonly from: OrderStatus | null;
  readonly to: OrderStatus;
  readonly version: number;
  /** By its cause: a person decided so. */
  readonly byDecision: boolean;
}

/** Money that came in when its place was gone, and what was decided of it; nothing as long as it waits for a person. */
export interface BookedConflict {
  readonly orderId: string;
  readonly amount: bigint;
  readonly decision: Decision["decision"] | null;
  readonly decider: string | null;
}

export interface BookedReservation {
  /** ord-0001/r1: the order and its attempt. */
  readonly requestKey: string;
  /** The service that keeps it for somebody: "orders". */
  readonly caller: string;
  readonly unitId: string;
  readonly userId: string;
  readonly status: ReservationStatus;
  readonly quantity: number;
  /** What it was taken out of; null when that was for sale. */
  readonly lockId: string | null;
}

/** Pieces of a unit that were put aside for an activity. */
export interface BookedLock {
  readonly lockId: string;
  readonly unitId: string;
  readonly quantity: number;
  readonly status: "OPEN" | "ENDED";
  /** Whether what was sold out of it and refunded has come back to it: by the unit's rule. */
  readonly reversible: boolean;
}

export interface MoneyMovement extends BookedPayment {
  readonly kind: "CHARGE" | "REFUND";
  readonly orderId: string;
}

export interface BookedRefund extends BookedPayment {
  readonly refundKey: string;
  readonly orderId: string;
  readonly status: "pending" | "succeeded" | "failed";
}

export interface BookedBalance extends UnitState {
  readonly unitId: string;
}

export type LedgerEntry = LedgerRow;

export interface BookedEvent {
  readonly eventId: number;
  readonly orderId: string;
  /** ORDER_PAID, of an order that moved to PAID. */
  readonly eventType: string;
  /** The order's, by the move that it tells of. */
  readonly version: number;
  /** What it says of the order; the amount is null where it says none. */
  readonly payload: Omit<BookedPayment, "amount"> &
    Pick<BookedOrder, "userId" | "unitId"> & { readonly amount: bigint | null };
  readonly published: boolean;
}

/** An event that the consumer has let in. */
export interface Receipt {
  readonly eventId: number;
}

export interface BookedShipment {
  readonly orderId: string;
  /** Of the newest event of this order that the consumer has applied. */
  readonly lastVersion: number;
  readonly shipCount: number;
}

/** Each list in the order of its key. */
export interface Books {
  readonly orders: readonly BookedOrder[];
  readonly moves: readonly BookedMove[];
  readonly reservations: readonly BookedReservation[];
  readonly locks: readonly BookedLock[];
  readonly statement: readonly MoneyMovement[];
  readonly refunds: readonly BookedRefund[];
  readonly conflicts: readonly BookedConflict[];
  readonly balances: readonly BookedBalance[];
  /** Archived or not. */
  readonly ledger: readonly LedgerEntry[];
  /** Its old months, as they lie in the archive. */
  readonly archive: readonly ArchivedPart[];
  readonly events: readonly BookedEvent[];
  readonly receipts: readonly Receipt[];
  readonly shipments: readonly BookedShipment[];
}
