/** What a plan may look like, as arbitraries of fast-check: what is likely here is what has shown something before. */

import fc from "fast-check";
import {
  blowWords,
  fateWords,
  hostWords,
  type Blow,
  type Buyer,
  type Fate,
  type FaultWord,
  type Plan,
  type Round,
} from "./plan.ts";

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
  const jumps = faults.includes("clock jumps") ? 2 : 0;
  const listOf = <T>(maxLength: number, item: fc.Arbitrary<T>) => fc.array(item, { maxLength });
  return fc.record({
    stock: fc.oneof(smaller, fc.constant(1), fc.integer({ min: 1, max: buyers })),
    perUser: oftener(1, fc.constant(2)),
    poolSize: fc.oneof(smaller, fc.constant(10), fc.integer({ min: 1, max: 3 })),
    holdMs: oftener(60_000, fc.integer({ min: 1, max: 2_000 })),
    lateSuccess: fc.constantFrom("rehold-or-refund", "refund"),
    buyers: fc.array(buyer(buyers), { minLength: 1, maxLength: buyers }),
    rounds: listOf(2 + buyers, round()),
    fates: fc
      .tuple(stormsOf(storms), fates.length === 0 ? fc.constant([]) : listOf(faultsMax, fate(fates, messages, buyers)))
      .map(
        ([all, some]) => [...all, ...some],
        (whole) => [[], whole as Fate[]],
      ),
    blows: blows.length === 0 ? fc.constant([]) : listOf(faultsMax, blow(blows, buyers)),
    jumps: listOf(jumps, fc.record({ atMs: moment, byMs: fc.integer({ min: 1, max: 7_200_000 }) })),
  });
}

/** What is drawn from a later choice shrinks to the first one. */
const smaller = { withCrossShrink: true } as const;

/** Moments matter most near the shop's deadlines: a charge's patience; the end of a hold, and when PAYING grows stale. */
const moment = fc.oneof(
  smaller,
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.nat(400) },
  { weight: 2, arbitrary: fc.integer({ min: 59_000, max: 62_000 }) },
  { weight: 1, arbitrary: fc.nat(120_000) },
);

function buyer(usersMax: number): fc.Arbitrary<Buyer> {
  return fc.record({
    user: fc.integer({ min: 1, max: usersMax }),
    atMs: moment,
    service: oftener(1, fc.constant(2)),
    then: fc.oneof(
      smaller,
      { weight: 1, arbitrary: fc.constant<Buyer["then"]>(["pay"]) },
      { weight: 1, arbitrary: fc.array(fc.constantFrom("pay", "cancel"), { maxLength: 3 }) },
    ),
    pauseMs: moment,
    twice: oftener(false, fc.constant(true)),
    declined: oftener(false, fc.constant(true)),
    counter: oftener<Buyer["counter"]>("nothing", fc.constantFrom("close", "charge")),
  });
}

function round(): fc.Arbitrary<Round> {
  return fc.record({
    worker: fc.constantFrom("recovery", "sweeper", "relay", "reconciler"),
    nth: oftener(1, fc.constant(2)),
    atMs: moment,
  });
}

/** What befalls every message of a kind: most of what is lost in life is lost like that. */
const storm = (kind: Fate["kind"], fate: Fate["fate"], lateMs = 1): Fate => ({ fate, kind, order: 0, nth: 0, lateMs });
const allStorms: readonly Fate[] = [
  storm("callback", "request lost"), // a wall between the channel and the shop
  storm("callback", "reply lost"),
  storm("charge", "reply lost"), // a channel that is overloaded
  storm("charge", "request lost"),
  storm("charge", "request late", 2_000), // beyond the shop's patience
  storm("refund", "reply lost"),
  storm("refund", "request lost"),
  storm("query", "reply lost"),
  storm("event", "reply lost"),
  storm("event", "twice"),
];

/** Each with one chance in five: that is a swarm of its own. */
function stormsOf(faults: readonly FaultWord[]): fc.Arbitrary<readonly Fate[]> {
  const allowed = allStorms.filter(({ fate: word }) => faults.includes(word));
  return fc
    .tuple(
      ...allowed.map((one) =>
        fc.oneof(smaller, { weight: 4, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.constant([one]) }),
      ),
    )
    .map((drawn) => drawn.flat());
}

function fate(words: readonly Fate["fate"][], messages: readonly Fate["kind"][], orders: number): fc.Arbitrary<Fate> {
  return fc.record({
    fate: fc.constantFrom(...words),
    kind: fc.constantFrom(...messages),
    order: fc.oneof(smaller, fc.constant(1), fc.constant(0), fc.integer({ min: 1, max: orders })),
    nth: fc.oneof(smaller, fc.constant(1), fc.constant(0), fc.constant(2)),
    lateMs: fc.oneof(fc.integer({ min: 1, max: 2_000 }), fc.integer({ min: 1, max: 70_000 })),
  });
}

function blow(words: readonly Blow["blow"][], buyers: number): fc.Arbitrary<Blow> {
  return fc.record({
    blow: fc.constantFrom(...words),
    host: fc.oneof(fc.constantFrom("orders-1", "relay", "fulfillment"), fc.constantFrom(...hostWords)),
    before: fc.boolean(),
    after: fc.oneof(fc.nat(12), fc.nat(10 * buyers)),
    againMs: fc.nat(2_000),
  });
}

/** Mostly the usual, which is also what it shrinks to. */
function oftener<T>(usual: T, other: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof(smaller, { weight: 3, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });
}
