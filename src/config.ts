/** What a deployment decides: where its neighbours are, its bounds, and the two policies of a sale. */
import type { Caller } from "./inventory/door/roles.ts";
import { usualCurrency } from "./currency.ts";
import { limits } from "./limits.ts";

/** What becomes of a payment that succeeded after its hold was lost. */
export const lateSuccessPolicies = [
  "rehold-or-refund", // another place if there is one, else the money goes back
  "refund", // the money goes back, whatever is free
  "manual", // a conflict: the money stays, and a person decides
] as const;

export interface Config {
  /** Base addresses, without a slash at the end. */
  readonly channelUrl: string;
  readonly ordersUrl: string;
  readonly fulfillmentUrl: string;
  readonly projectorUrl: string;
  /** Where delay tasks are asked for; without it there are none, and holds end by the sweep. */
  readonly expiryUrl?: string;
  readonly channelTimeoutMs: number;
  readonly deliveryTimeoutMs: number;
  readonly statementTimeoutMs: number;
  /** ISO 4217: of an order whose buyer names none. Its retry names none either, so after a change it is another wish: KEY_REUSED. */
  readonly currency: string;
  readonly holdMs: number;
  readonly perUserLimit: number;
  readonly recoveryBatch: number;
  readonly sweepBatch: number;
  readonly relayLeaseMs: number;
  readonly eventAttemptsMax: number;
  /** The payment succeeded after its hold was lost: see `lateSuccessPolicies`. */
  readonly lateSuccess: (typeof lateSuccessPolicies)[number];
  /** The hold is past its deadline but nobody has swept it yet: does it still count when the payment arrives? */
  readonly expiredHold: "sweep-decides" | "deadline-decides";
  /** Who may send the inventory commands, and as what. The order service needs no place here: it uses the inventory itself. */
  readonly callers: readonly Caller[];
}

export interface Addresses {
  readonly channelUrl: string;
  readonly ordersUrl: string;
  readonly fulfillmentUrl: string;
  readonly projectorUrl: string;
  readonly expiryUrl?: string;
}

/** A whole configuration from the addresses and whatever departs from the defaults. */
export function configure(addresses: Addresses, changes: Partial<Config> = {}): Config {
  return {
    channelTimeoutMs: limits.channelTimeoutMs,
    deliveryTimeoutMs: limits.deliveryTimeoutMs,
    statementTimeoutMs: limits.statementTimeoutMs,
    currency: usualCurrency,
    holdMs: limits.holdMs,
    perUserLimit: limits.perUserLimit,
    recoveryBatch: limits.recoveryBatch,
    sweepBatch: limits.sweepBatch,
    relayLeaseMs: limits.relayLeaseMs,
    eventAttemptsMax: limits.eventAttemptsMax,
    lateSuccess: "rehold-or-refund",
    expiredHold: "sweep-decides",
    callers: [
      { tenant: "shop", caller: "mall", role: "SELLER" },
      { tenant: "shop", caller: "market", role: "SELLER" },
      { tenant: "shop", caller: "stockroom", role: "OPERATOR" },
      { tenant: "shop", caller: "manager", role: "APPROVER" },
      { tenant: "shop", caller: "auditor", role: "AUDITOR" },
    ],
    ...addresses,
    ...changes,
  };
}
