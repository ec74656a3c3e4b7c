/** All that a scenario file imports. */

export { breaks, experiment } from "./experiment.ts";
export type { Experiment } from "./experiment.ts";
export type { Order, Story } from "./story.ts";
export {
  askedOnce,
  booksAgree,
  chargedOnce,
  chargedWhenPaid,
  eventsComplete,
  ledgerExplains,
  neverOversold,
  nothingPending,
  nothingRefunded,
  paidOnce,
  refundedInFull,
  shippedOnce,
  stockConserved,
} from "./claims.ts";
