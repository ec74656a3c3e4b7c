/** All that a scenario file imports. */

export { breaks, experiment } from "./experiment.ts";
export { counts } from "./lines.ts";
export type { Experiment } from "./experiment.ts";
export type { Step } from "./step.ts";
export { users, type Answer, type Order, type Story } from "./story.ts";
export {
  askedOnce,
  booksAgree,
  chargedWhenPaid,
  eventsComplete,
  ledgerExplains,
  neverOversold,
  nothingPending,
  nothingRefunded,
  oneRefundKey,
  paidOnce,
  refundedInFull,
  shippedEach,
  shippedOnce,
  stockConserved,
} from "./claims.ts";
