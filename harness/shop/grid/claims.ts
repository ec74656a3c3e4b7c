/** The claims that hold for every flow, whatever befell it. */

import type { Claim } from "../claim.ts";
import {
  askedOnce,
  booksAgree,
  eventsComplete,
  everyEndTold,
  failedUncharged,
  ledgerExplains,
  moneyIsForPlaces,
  neverOversold,
  noticesAsTheyCame,
  nothingAcknowledgedLost,
  nothingIncomplete,
  oneRefundKey,
  oneRefundTask,
  paidOnce,
  refundedInFull,
  shippedEach,
  shippedOnce,
  stockConserved,
  withinLimit,
} from "../claims.ts";

/**
 * What must hold after every fault, wherever it struck. What the consumer writes down of arrivals is no part of it: it
 * counts them beside its work, and a crash between the two loses a count and no shipment.
 */
export const claims: readonly Claim[] = [
  booksAgree,
  nothingIncomplete,
  nothingAcknowledgedLost,
  noticesAsTheyCame,
  paidOnce,
  askedOnce,
  moneyIsForPlaces,
  failedUncharged,
  refundedInFull,
  oneRefundKey,
  oneRefundTask,
  neverOversold,
  withinLimit,
  stockConserved,
  ledgerExplains,
  eventsComplete,
  everyEndTold,
  shippedEach,
  shippedOnce,
];
