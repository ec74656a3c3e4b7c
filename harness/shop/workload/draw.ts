/**
 * Plans by chance: the nth run of a seed has always the same. Plans grow with the run's number, so that small ones are tried
 * first. Each run draws beforehand which kinds of fault it may have at all, and of which messages (swarm testing: Groce, Zhang, Eide, Chen, Regehr,
 * ISSTA 2012): with all of them in every run, one kind would hide what another would show.
 */

import fc from "fast-check";
import { randomStream } from "../../kernel/random.ts";
import { plans, type Size } from "./arbitraries.ts";
import { messageWords, type Fate, type FaultWord, type Plan } from "./plan.ts";

/** From this run on plans grow no more. */
const grownAt = 100;
const most: Size = { buyers: 8, faults: 6 };

/** How likely it is that something may befall messages of a kind: what befalls a buyer's wish hides all that would follow. */
const likely: Readonly<Record<Fate["kind"], number>> = {
  ...{ order: 0.15, pay: 0.2, cancel: 0.2 },
  ...{ charge: 0.5, query: 0.4, close: 0.4, refund: 0.5, callback: 0.6, event: 0.5 },
};

/** Which plan: the same for the same seed, number and kinds. */
export interface Drawing {
  readonly seed: number;
  /** The run's number, from 1. */
  readonly nth: number;
  /** The kinds of fault that may befall runs at all. */
  readonly allowed: readonly FaultWord[];
}

/** Plans of one kind, for a run of this seed and number. */
export type Drawn<P> = (drawing: Drawing) => fc.Arbitrary<P>;

export function drawPlan<P>(drawn: Drawn<P>, drawing: Drawing): P {
  const [plan] = fc.sample(drawn(drawing), parameters(drawing));
  if (plan === undefined) throw new Error("fast-check drew nothing");
  return plan;
}

/**
 * Lets fast-check make the plan smaller, so long as what is left fails.
 * @param fails is asked about the plan itself first, and then about smaller ones.
 */
export async function shrinkPlan<P>(
  drawn: Drawn<P>,
  drawing: Drawing,
  fails: (plan: P) => Promise<boolean>,
): Promise<void> {
  const property = fc.asyncProperty(drawn(drawing), async (plan) => !(await fails(plan)));
  await fc.check(property, parameters(drawing));
}

/** How far plans of this number have grown, from 0 to 1. */
export function grown({ nth }: Drawing): number {
  return Math.min(1, nth / grownAt);
}

export function sales(drawing: Drawing): fc.Arbitrary<Plan> {
  const { seed, nth, allowed } = drawing;
  const random = randomStream(seed + nth - 1, "faults");
  const faults = allowed.filter(() => random() < 0.5);
  const messages = messageWords.filter((word) => random() < likely[word]);
  const size = {
    buyers: Math.max(3, Math.round(most.buyers * grown(drawing))),
    faults: Math.max(3, Math.round(most.faults * grown(drawing))),
  };
  // Without fast-check's bias towards what is small: most of what breaks needs several at once.
  return fc.noBias(plans(size, { faults, messages, storms: allowed }));
}

/** fast-check's seeds have 32 bits. */
function parameters({ seed, nth }: Drawing) {
  return { seed: (seed + nth - 1) | 0, numRuns: 1 };
}
