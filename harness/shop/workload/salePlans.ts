/** Sales, as a kind of plans. */

import { befall } from "./befall.ts";
import { sales } from "./draw.ts";
import { perform } from "./perform.ts";
import { planSchema, type Plan } from "./plan.ts";
import type { PlanKind } from "./planKind.ts";
import { tellPlan } from "./words.ts";

/** About how many choices each buyer, and each round of a worker, brings. */
const choicesEach = { buyer: 12, round: 4 } as const;

export const salePlans: PlanKind<Plan> = {
  schema: planSchema,
  drawn: sales,
  choices: ({ buyers, rounds }) => buyers.length * choicesEach.buyer + rounds.length * choicesEach.round,
  tell: tellPlan,
  flow: (plan) => {
    const { stock, perUser, poolSize, holdMs, lateSuccess, expiredHold, buyers, decides } = plan;
    return {
      ...{ stock, poolSize, decides, config: { perUserLimit: perUser, holdMs, lateSuccess, expiredHold } },
      before: async (story) => {
        if (buyers.some(({ service }) => service === 2)) story.process("orders-2").start();
        return Promise.resolve(perform(story, plan));
      },
    };
  },
  befall,
  faults: ({ fates, blows }) => [...fates.map(({ fate }) => fate), ...blows.map(({ blow }) => blow)],
};
