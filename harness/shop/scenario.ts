/** All that a scenario file imports. */

export { breaks, experiment } from "./experiment.ts";
export { counts, table } from "./lines.ts";
export type { Experiment } from "./experiment.ts";
export type { Guard } from "./explore/guard.ts";
export type { Step } from "./step.ts";
export { users, type Story } from "./story.ts";
export { Desk } from "./workload/stock/desk.ts";
export type { Answer, Order } from "./verbs/teller.ts";
export { faultWords } from "./workload/plan.ts";
export type { Workload } from "./workload/workload.ts";
export { claim } from "./claims/claim.ts";
export { asTheModelSays, forcedIsNamed, ledgerLeads, replayExplains } from "./claims/ledger.ts";
export { refusalChangesNothing, soldAgainOnlySound, soldAgainWhenMended } from "./claims/frozen.ts";
export { booksAgree, nothingIncomplete, nothingPending } from "./claims/books.ts";
export {
  adjustedAsCounted,
  answeredTheSame,
  confirmedInTime,
  effectAsAnswered,
  endedInItsEpoch,
  endedOnce,
  everyCommandJudged,
  expiredInTime,
  lockedForActivities,
  movedInState,
  noneOverdue,
  oneWishEach,
  promisedOnce,
  refusedWhenSoldOut,
  reservedWhole,
  settledOnce,
} from "./claims/inventory.ts";
export {
  askedOnce,
  chargedWhenPaid,
  decidedOnce,
  failedUncharged,
  moneyIsForPlaces,
  nothingRefunded,
  oneRefundKey,
  oneRefundTask,
  paidOnce,
  refundedInFull,
} from "./claims/money.ts";
export {
  everyPlaceSold,
  ledgerExplains,
  neverOversold,
  openedAsTold,
  stockConserved,
  withinLimit,
} from "./claims/places.ts";
export {
  appliedOnce,
  eventsComplete,
  everyEndTold,
  noticesAsTheyCame,
  noticesChangeNothing,
  noticesTellTheirPayment,
  nothingAcknowledgedLost,
  shippedEach,
  shippedOnce,
} from "./claims/telling.ts";
export {
  appliedInOrder,
  noEventLost,
  oldEpochsKeptOut,
  readsNeverGoBack,
  readsOwnWrites,
  viewsAreFacts,
  viewsCaughtUp,
  writesInOrder,
} from "./claims/projection.ts";
