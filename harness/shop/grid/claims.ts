/** The claims that hold for every flow, whatever befell it. */

import { booksAgree, nothingIncomplete } from "../claims/books.ts";
import type { Claim } from "../claims/claim.ts";
import { answeredTheSame, effectAsAnswered, endedOnce, oneWishEach, promisedOnce } from "../claims/inventory.ts";
import {
  askedOnce,
  decidedOnce,
  failedUncharged,
  moneyIsForPlaces,
  oneRefundKey,
  oneRefundTask,
  paidOnce,
  refundedInFull,
} from "../claims/money.ts";
import { ledgerExplains, neverOversold, stockConserved, withinLimit } from "../claims/places.ts";
import {
  eventsComplete,
  everyEndTold,
  noticesAsTheyCame,
  nothingAcknowledgedLost,
  shippedEach,
  shippedOnce,
} from "../claims/telling.ts";

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
  decidedOnce,
  neverOversold,
  withinLimit,
  stockConserved,
  ledgerExplains,
  promisedOnce,
  endedOnce,
  effectAsAnswered,
  answeredTheSame,
  oneWishEach,
  eventsComplete,
  everyEndTold,
  shippedEach,
  shippedOnce,
];
