/** What holds of the inventory whatever is done with it: every experiment of it claims this, and its own sentence besides. */
import {
  answeredTheSame,
  effectAsAnswered,
  endedOnce,
  ledgerExplains,
  nothingIncomplete,
  promisedOnce,
  stockConserved,
} from "../../harness/shop/scenario.ts";

export const sound = [
  promisedOnce,
  stockConserved,
  endedOnce,
  ledgerExplains,
  effectAsAnswered,
  answeredTheSame,
  nothingIncomplete,
] as const;
