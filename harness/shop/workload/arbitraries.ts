/** What a plan may look like, as arbitraries of fast-check: what is likely here is what has shown something before. */

import fc from "fast-check";
import { lateSuccessPolicies } from "../../../src/config.ts";
import { decisions } from "../../../src/order/conflict.ts";
import { oftener, smaller, someOf } from "./chance.ts";
import { blow, fate, stormsOf } from "./misfortunes.ts";
import { noSituation, situationsOf } from "./situations.ts";
import { blowWords, fateWords, type Buyer, type Fate, type FaultWord, type Plan, type Round } from "./plan.ts";

/** How large a plan may be. */
export interface Size {
  readonly buyers: number;
  /** Faults of messages, and as many blows. */
  readonly faults: number;
}

/** What may befall a run: kinds of fault, and the kinds of messages that those of messages befall. */
export interface Swarm {
  readonly faults: readonly FaultWord[];
  readonly messages: readonly Fate["kind"][];
  /** Kinds of fault that befall every message of a kind. */
  readonly storms: readonly FaultWord[];
}

export function plans({ buyers, faults: faultsMax }: Size, { faults, messages, storms }: Swarm): fc.Arbitrary<Plan> {
  const fates = messages.length === 0 ? [] : fateWords.filter((word) => faults.includes(word));
  const blows = blowWords.filter((word) => faults.includes(word));
  const listOf = <T>(maxLength: number, item: fc.Arbitrary<T>) => fc.array(item, { maxLength });
  const drawn: fc.Arbitrary<Plan> = fc.record({
    stock: fc.oneof(
      smaller,
      { weight: 1, arbitrary: fc.constant(1) },
      { weight: 2, arbitrary: fc.integer({ min: 1, max: buyers }) },
    ),
    perUser: oftener(1, fc.constant(2)),
    poolSize: fc.oneof(smaller, fc.constant(10), fc.integer({ min: 1, max: 3 })),
    holdMs: oftener(60_000, fc.constantFrom(1_000, 300, 1), 1),
    lateSuccess: fc.constantFrom(...lateSuccessPolicies),
    expiredHold: oftener<Plan["expiredHold"]>("sweep-decides", fc.constant("deadline-decides"), 1),
    buyers: fc.array(buyer(buyers), { minLength: 1, maxLength: buyers }),
    rounds: fc.tuple(standing, listOf(buyers, round)).map(
      ([some, more]) => [...some, ...more],
      (all) => [[], all as Round[]],
    ),
    fates: fc
      .tuple(stormsOf(storms), fates.length === 0 ? fc.constant([]) : listOf(faultsMax, fate(fates, messages, buyers)))
      .map(
        ([all, some]) => [...all, ...some],
        (whole) => [[], whole as Fate[]],
      ),
    blows: blows.length === 0 ? fc.constant([]) : listOf(faultsMax, blow(blows, buyers)),
    decides: fc.constantFrom(...decisions),
  });
  // First, because it shrinks first: a plan that fails without a situation has none.
  const situation = oftener(noSituation, situationsOf(storms));
  return fc.tuple(situation, drawn).map(([comesTo, plan]) => comesTo(plan));
}

/**
 * Moments are few, so that much falls upon the same one and races there: the shop's deadlines (a charge's patience; the end of a
 * hold, and when PAYING grows stale) and a while after each. Some lie anywhere.
 */
const momentsOf = (now: number, soon: number, late: number): fc.Arbitrary<number> =>
  fc.oneof(
    smaller,
    { weight: now, arbitrary: fc.constant(0) },
    { weight: soon, arbitrary: fc.constantFrom(300, 1_000) },
    { weight: late, arbitrary: fc.constantFrom(60_000, 61_000) },
    { weight: 1, arbitrary: fc.nat(120_000) },
  );
/** Buyers come when the sale begins. */
const early = momentsOf(10, 4, 1);
/** Workers and what else comes by itself have something to do later on. */
const moment = momentsOf(2, 4, 3);
function buyer(usersMax: number): fc.Arbitrary<Buyer> {
  return fc.record({
    user: fc.integer({ min: 1, max: usersMax }),
    atMs: early,
    service: oftener(1, fc.constant(2)),
    then: fc.oneof(
      smaller,
      { weight: 5, arbitrary: fc.constant<Buyer["then"]>(["pay"]) },
      { weight: 1, arbitrary: fc.constantFrom<Buyer["then"]>(["cancel"], ["cancel", "pay"]) },
      { weight: 2, arbitrary: fc.array(fc.constantFrom("pay", "cancel"), { maxLength: 3 }) },
    ),
    pauseMs: early,
    twice: oftener(false, fc.constant(true)),
    declined: oftener(false, fc.constant(true), 7),
    refundRefused: fc.boolean(),
    misnoted: oftener<Buyer["misnoted"]>("nothing", fc.constantFrom("amount", "currency", "object", "refund"), 5),
    counter: oftener<Buyer["counter"]>("nothing", fc.constantFrom("charge", "close", "charge")),
  });
}

const loop = {
  atMs: moment,
  times: fc.integer({ min: 1, max: 4 }),
  everyMs: fc.constantFrom(300, 0, 1_000),
};
const round: fc.Arbitrary<Round> = fc.record({
  worker: fc.constantFrom("recovery", "sweeper", "relay", "reconciler"),
  nth: oftener(1, fc.constant(2)),
  ...loop,
});
/** Workers that most shops have at work. */
const standing: fc.Arbitrary<readonly Round[]> = someOf(
  (
    [
      [0.8, "relay", 1],
      [0.4, "relay", 2],
      [0.6, "recovery", 1],
      [0.6, "sweeper", 1],
    ] as const
  ).map(([chance, worker, nth]) => ({
    chance,
    one: fc.record({ worker: fc.constant(worker), nth: fc.constant(nth), ...loop }),
  })),
);
