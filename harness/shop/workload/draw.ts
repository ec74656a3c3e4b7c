/**
 * Plans by chance, with fast-check: the nth run of a seed has always the same. Plans grow with the run's number, so that
 * small ones are tried first. Each run draws beforehand which kinds of fault it may use at all (swarm testing: Groce, Zhang,
 * Eide, Chen, Regehr, ISSTA 2012): with all of them in every run, one kind would hide what another would show.
 */

import fc from "fast-check";
import { randomStream } from "../../kernel/random.ts";
import { blowWords, fateWords, hostWords, messageWords, type Buyer, type Plan } from "./plan.ts";

/** Everything that may befall a run. */
export const allFaults = [...fateWords, ...blowWords, "clock jumps"] as const;

export type FaultWord = (typeof allFaults)[number];

/** From this run on plans grow no more. */
const grownAt = 60;
const buyersMax = 8;
const faultsMax = 6;

/** How large a plan may be. */
export interface Size {
  readonly buyers: number;
  readonly faults: number;
}

export function sizeOf(nth: number): Size {
  const grown = Math.min(1, nth / grownAt);
  return { buyers: Math.max(2, Math.round(buyersMax * grown)), faults: Math.max(1, Math.round(faultsMax * grown)) };
}

/** Half of them, about: which, the seed and the run's number say. */
export function swarm(seed: number, nth: number, allowed: readonly FaultWord[]): readonly FaultWord[] {
  const random = randomStream(seed + nth - 1, "faults");
  return allowed.filter(() => random() < 0.5);
}

/** Moments matter most near the deadlines of the shop: a charge's patience, a hold, a stale PAYING, the sweeps after. */
const moment = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.nat(400) },
  { weight: 2, arbitrary: fc.integer({ min: 59_000, max: 62_000 }) },
  { weight: 1, arbitrary: fc.nat(120_000) },
);

/** Messages that most orders bring about. */
const everyOrderHas = ["pay", "charge", "callback"] as const;

/** @param faults the kinds that may befall it. */
export function plans({ buyers, faults: faultsAtMost }: Size, faults: readonly FaultWord[]): fc.Arbitrary<Plan> {
  const fates = fateWords.filter((word) => faults.includes(word));
  const blows = blowWords.filter((word) => faults.includes(word));
  const listOf = <T, W>(words: readonly W[], item: (word: fc.Arbitrary<W>) => fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
    words.length === 0 ? fc.constant([]) : fc.array(item(fc.constantFrom(...words)), { maxLength: faultsAtMost });
  const order = fc.integer({ min: 1, max: buyers });
  return fc.record({
    stock: fc.integer({ min: 1, max: Math.max(1, buyers - 1) }),
    perUser: fc.integer({ min: 1, max: 2 }),
    lateSuccess: fc.constantFrom("rehold-or-refund" as const, "refund" as const),
    buyers: fc.array(
      fc.record({
        user: fc.integer({ min: 1, max: buyers }),
        atMs: moment,
        service: fc.integer({ min: 1, max: 2 }),
        then: fc.oneof(
          { weight: 4, arbitrary: fc.constant<Buyer["then"]>(["pay"]) },
          { weight: 2, arbitrary: fc.array(fc.constantFrom("pay" as const, "cancel" as const), { maxLength: 3 }) },
        ),
        pauseMs: moment,
        declined: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
      }),
      { minLength: 1, maxLength: buyers },
    ),
    rounds: fc.array(
      fc.record({
        worker: fc.constantFrom("recovery" as const, "sweeper" as const, "relay" as const),
        nth: fc.integer({ min: 1, max: 2 }),
        atMs: moment,
      }),
      { maxLength: 2 + buyers },
    ),
    fates: listOf(fates, (word) =>
      fc.record({
        fate: word,
        kind: fc.oneof(
          { weight: 2, arbitrary: fc.constantFrom(...everyOrderHas) },
          { weight: 1, arbitrary: fc.constantFrom(...messageWords) },
        ),
        order,
        nth: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.constant(2) }),
        lateMs: fc.integer({ min: 1, max: 70_000 }),
      }),
    ),
    blows: listOf(blows, (word) =>
      fc.record({
        blow: word,
        host: fc.oneof(fc.constantFrom("orders-1" as const, "relay" as const), fc.constantFrom(...hostWords)),
        before: fc.boolean(),
        after: fc.oneof(fc.nat(12), fc.nat(10 * buyers)),
        againMs: fc.nat(2_000),
      }),
    ),
    jumps: faults.includes("clock jumps")
      ? fc.array(fc.record({ atMs: moment, byMs: fc.integer({ min: 1, max: 7_200_000 }) }), { maxLength: 2 })
      : fc.constant([]),
  });
}

/** Says the same plan for the same seed, number and kinds. */
interface Drawing {
  readonly seed: number;
  readonly nth: number;
  /** The kinds of fault that may befall runs at all. */
  readonly allowed: readonly FaultWord[];
}

const parameters = ({ seed, nth }: Drawing) => ({ seed: (seed + nth - 1) | 0, numRuns: 1 });
const arbitrary = ({ seed, nth, allowed }: Drawing) => plans(sizeOf(nth), swarm(seed, nth, allowed));

export function drawPlan(drawing: Drawing): Plan {
  const [plan] = fc.sample(arbitrary(drawing), parameters(drawing));
  if (plan === undefined) throw new Error("fast-check drew nothing");
  return plan;
}

/**
 * Lets fast-check make the plan smaller, so long as what is left fails.
 * @param fails is asked about the plan itself first, and then about smaller ones.
 */
export async function shrinkPlan(drawing: Drawing, fails: (plan: Plan) => Promise<boolean>): Promise<void> {
  const property = fc.asyncProperty(arbitrary(drawing), async (plan) => !(await fails(plan)));
  await fc.check(property, parameters(drawing));
}
