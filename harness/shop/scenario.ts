/** All that a scenario file imports. */

export { breaks, experiment } from "./experiment.ts";
export { counts } from "./lines.ts";
export type { Experiment } from "./experiment.ts";
export type { Guard } from "./explore/guard.ts";
export type { Step } from "./step.ts";
export { users, type Story } from "./story.ts";
export type { Answer, Order } from "./verbs/teller.ts";
export { faultWords } from "./workload/plan.ts";
export type { Workload } from "./workload/workload.ts";
export {
  appliedOnce,
  askedOnce,
  booksAgree,
  chargedWhenPaid,
  eventsComplete,
  everyEndTold,
  failedUncharged,
  everyPlaceSold,
  ledgerExplains,
  moneyIsForPlaces,
  neverOversold,
  noticesAsTheyCame,
  noticesChangeNothing,
  nothingAcknowledgedLost,
  nothingIncomplete,
  nothingPending,
  nothingRefunded,
  oneRefundKey,
  oneRefundTask,
  openedAsTold,
  paidOnce,
  refundedInFull,
  shippedEach,
  shippedOnce,
  stockConserved,
  withinLimit,
} from "./claims.ts";
