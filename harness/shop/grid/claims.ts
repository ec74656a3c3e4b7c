/** The claims that hold for every flow, whatever befell it. */

import { booksAgree, nothingIncomplete } from "../claims/books.ts";
import type { Claim } from "../claims/claim.ts";
import {
  adjustedAsCounted,
  answeredTheSame,
  effectAsAnswered,
  endedInItsEpoch,
  endedOnce,
  movedInState,
  oneWishEach,
  promisedOnce,
  reservedWhole,
  settledOnce,
} from "../claims/inventory.ts";
import { forcedIsNamed, replayExplains } from "../claims/ledger.ts";
import {
  appliedInOrder,
  noEventLost,
  oldEpochsKeptOut,
  readsNeverGoBack,
  readsOwnWrites,
  viewsAreFacts,
  viewsCaughtUp,
} from "../claims/projection.ts";
import { allowedToEach, lookedUpAsWritten, neverOvertaken } from "../claims/door.ts";
import type { Flow } from "./flow.ts";
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
const claims: readonly Claim[] = [
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

/** What must hold besides where the inventory is used by others, and its events are carried and shown. */
const ifShown: readonly Claim[] = [
  reservedWhole,
  endedInItsEpoch,
  settledOnce,
  movedInState,
  adjustedAsCounted,
  allowedToEach,
  neverOvertaken,
  lookedUpAsWritten,
  replayExplains,
  forcedIsNamed,
  noEventLost,
  appliedInOrder,
  oldEpochsKeptOut,
  viewsAreFacts,
  viewsCaughtUp,
  readsOwnWrites,
  readsNeverGoBack,
];

export function claimsOf({ shown }: Pick<Flow, "shown">): readonly Claim[] {
  return shown === true ? [...claims, ...ifShown] : claims;
}
