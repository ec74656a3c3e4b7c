/** Commands to the inventory by its own door, as a kind of plans. */

import { anybody } from "../../../network/faults.ts";
import { befallen } from "../befall.ts";
import type { PlanKind } from "../planKind.ts";
import { stockDrawn } from "./arbitraries.ts";
import { attend } from "./attend.ts";
import { perform } from "./perform.ts";
import { ofGuest, stockHostWords, stockPlanSchema, unitOf, type StockFate, type StockPlan } from "./plan.ts";
import { prepare } from "./prepare.ts";
import { tellStockPlan } from "./words.ts";

/** About how many choices each guest, each hand, and each round of a worker brings. */
const choicesEach = { guest: 16, hand: 8, round: 6 } as const;

export const stockPlans: PlanKind<StockPlan> = {
  schema: stockPlanSchema,
  drawn: stockDrawn,
  choices: ({ guests, hands, rounds }) =>
    guests.length * choicesEach.guest + hands.length * choicesEach.hand + rounds.length * choicesEach.round,
  tell: tellStockPlan,
  flow: (plan) => {
    const { perUser, poolSize, holdMs, expiredHold, leaseMs, tries } = plan;
    const config = { perUserLimit: perUser, holdMs, expiredHold, relayLeaseMs: leaseMs, eventAttemptsMax: tries };
    return {
      ...{ stock: 1, poolSize, config, shown: true },
      before: async (story) => {
        const kept = await prepare(story, plan);
        return perform(story, plan, kept);
      },
      attend: async (story, round) => attend(story, plan, round),
    };
  },
  befall: (stage, plan) => {
    const fates = plan.fates.map(({ kind, of, nth, ...fate }) => {
      const about = aboutOf(plan, kind, of);
      return { ...fate, target: { kind, about, nth: nth === 0 ? ("every" as const) : nth } };
    });
    return befallen(stage, { fates, blows: plan.blows, hosts: stockHostWords });
  },
  faults: ({ fates, blows }) => [...fates.map(({ fate }) => fate), ...blows.map(({ blow }) => blow)],
};

function aboutOf(plan: StockPlan, kind: StockFate["kind"], of: number): string {
  if (of === 0) return anybody;
  switch (kind) {
    case "command":
    case "lookup":
      return ofGuest(of);
    case "change":
      return `${unitOf(plan, 1)}/v${of}`;
    case "view":
      return unitOf(plan, of);
  }
}
