/** Claims about a frozen unit that is to be sold again: by the attempts that a story made, each with what it knew of the unit. */

import type { Unfreezing } from "../bookkeeping.ts";
import { claim, type Claim } from "./claim.ts";

export const soldAgainOnlySound: Claim = claim({
  says: "a frozen unit with which something is amiss is not sold again, and the check that finds it is named",
  noun: "attempt",
  subjects: ({ bookkeeping }) => bookkeeping.unfreezings.filter(({ amiss }) => amiss !== "nothing"),
  broken: (attempt) => {
    const { amiss, said, found } = attempt;
    if (said !== "REJECTED CHECKS_FAILED") return `${named(attempt)} was ${said}`;
    return found.join() === amiss ? undefined : `${named(attempt)} was refused for ${found.join(" and ") || "nothing"}`;
  },
});

export const refusalChangesNothing: Claim = claim({
  says: "whoever is refused that a frozen unit is sold again has changed nothing",
  noun: "refusal",
  subjects: ({ bookkeeping }) => bookkeeping.unfreezings.filter(({ said }) => said.startsWith("REJECTED")),
  broken: (attempt) => {
    const { said, changed } = attempt;
    return changed.length === 0 ? undefined : `${named(attempt)} was ${said}, and changed ${changed.join(", ")}`;
  },
});

export const soldAgainWhenMended: Claim = claim({
  says: "a frozen unit with which nothing is amiss any more is sold again",
  noun: "attempt",
  subjects: ({ bookkeeping }) => bookkeeping.unfreezings.filter(({ amiss }) => amiss === "nothing"),
  broken: (attempt) => (attempt.said === "COMMITTED" ? undefined : `${named(attempt)} was ${attempt.said}`),
});

/** `op-0018 (safety amiss)` */
function named({ operationId, amiss }: Unfreezing): string {
  return `${operationId} (${amiss} amiss)`;
}
