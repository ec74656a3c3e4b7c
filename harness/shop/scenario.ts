/** All that a scenario file imports. */

export { breaks, experiment } from "./experiment.ts";
export { counts } from "./lines.ts";
export type { Experiment } from "./experiment.ts";
export type { Step } from "./step.ts";
export { users, type Story } from "./story.ts";
export type { Answer, Order } from "./verbs/teller.ts";
export {
  askedOnce,
  booksAgree,
  chargedWhenPaid,
  eventsComplete,
  ledgerExplains,
  neverOversold,
  noticesChangeNothing,
  nothingPending,
  nothingRefunded,
  oneRefundKey,
  paidOnce,
  refundedInFull,
  shippedEach,
  shippedOnce,
  stockConserved,
} from "./claims.ts";
