/**
 * The books as plain data: what the channel says, what the orders say, what the inventory says, and what was told to
 * others. Money is a bigint of minor units, so no sum ever passes through a float.
 */
import type { Bucket } from "../inventory/balance.ts";
import type { ReservationStatus } from "../inventory/reservation.ts";
import type { OrderStatus } from "../order/machine.ts";

export interface BookedOrder {
  readonly orderId: string;
  readonly status: OrderStatus;
  readonly amount: bigint;
  /** request_key of its current reservation. */
  readonly reservationKey: string;
}

export interface BookedReservation {
  readonly requestKey: string;
  readonly unitId: string;
  readonly status: ReservationStatus;
  readonly quantity: number;
}

export interface MoneyMovement {
  readonly kind: "CHARGE" | "REFUND";
  readonly orderId: string;
  readonly amount: bigint;
}

export interface BookedRefund {
  readonly refundKey: string;
  readonly orderId: string;
  readonly status: "pending" | "succeeded" | "failed";
}

export type BookedBalance = { readonly unitId: string } & Readonly<Record<Bucket, number>>;

export interface LedgerEntry {
  readonly operation: string;
  readonly unitId: string;
  readonly deltas: Readonly<Record<Bucket, number>>;
}

export interface BookedEvent {
  readonly eventId: number;
  readonly orderId: string;
  readonly eventType: string;
  readonly published: boolean;
}

export interface BookedShipment {
  readonly orderId: string;
  readonly shipCount: number;
}

/** Each list in the order of its key. */
export interface Books {
  readonly orders: readonly BookedOrder[];
  readonly reservations: readonly BookedReservation[];
  readonly statement: readonly MoneyMovement[];
  readonly refunds: readonly BookedRefund[];
  readonly balances: readonly BookedBalance[];
  readonly ledger: readonly LedgerEntry[];
  readonly events: readonly BookedEvent[];
  readonly shipments: readonly BookedShipment[];
}
