/** What holds of the inventory whatever is done with it: every experiment of it claims this, and its own sentence besides. */
import {
  answeredTheSame,
  effectAsAnswered,
  endedInItsEpoch,
  endedOnce,
  ledgerExplains,
  movedInState,
  nothingIncomplete,
  promisedOnce,
  stockConserved,
} from "../../harness/shop/scenario.ts";

export const sound = [
  promisedOnce,
  stockConserved,
  endedOnce,
  endedInItsEpoch,
  movedInState,
  ledgerExplains,
  effectAsAnswered,
  answeredTheSame,
  nothingIncomplete,
] as const;
