/** What may befall a plan: storms and fates of messages; blows to processes, the database and the clock. */

import fc from "fast-check";
import { smaller, someOf, type Chance } from "./chance.ts";
import { hostWords, type Blow, type Fate, type FaultWord } from "./plan.ts";

/** Delays end upon the moments of a plan, within the patience of whoever waits and beyond it. */
const delay = fc.oneof(
  smaller,
  { weight: 3, arbitrary: fc.constantFrom(1_000, 300, 200, 700) },
  { weight: 1, arbitrary: fc.constantFrom(60_000, 61_000) },
);

/** What befalls every message of a kind: most of what is lost in life is lost like that. */
const storm = (
  chance: number,
  kind: Fate["kind"],
  fate: Fate["fate"],
  { order = 0, nth = 0, lateMs = 1 }: Partial<Fate> = {},
): Chance<Fate> => ({ chance, one: fc.constant({ fate, kind, order, nth, lateMs }), word: fate });
/** Those that come late in an order's life hide less of it, and are likelier. */
const allStorms: readonly Chance<Fate>[] = [
  storm(0.25, "callback", "request lost"), // a wall between the channel and the shop
  storm(0.1, "callback", "reply lost"),
  storm(0.2, "charge", "reply lost"), // a channel that is overloaded
  storm(0.1, "charge", "request lost"),
  storm(0.15, "charge", "request late", { lateMs: 1_000 }), // beyond the shop's patience
  storm(0.2, "refund", "reply lost"),
  storm(0.1, "refund", "request lost"),
  storm(0.1, "query", "reply lost"),
  storm(0.1, "event", "reply lost"),
  storm(0.2, "event", "reply lost", { order: 1, nth: 1 }), // one that is late, while others go on
  storm(0.1, "event", "twice"),
  storm(0.1, "charge", "reply cut short"), // a gateway that does not bear what the channel bears
  storm(0.05, "charge", "answered in error"),
  storm(0.05, "query", "answered in error"),
  storm(0.05, "refund", "answered in error"),
  storm(0.05, "refund", "gateway fails"),
  storm(0.05, "event", "gateway fails"),
];

/** Each by itself: that is a swarm of its own. */
export function stormsOf(faults: readonly FaultWord[]): fc.Arbitrary<readonly Fate[]> {
  return someOf(allStorms.filter(({ word }) => word === undefined || faults.includes(word)));
}

/** Three that are much alike, so each is half as likely as another. */
const garbled: readonly Fate["fate"][] = ["gateway fails", "answered in error", "reply cut short"];

export function fate(
  words: readonly Fate["fate"][],
  messages: readonly Fate["kind"][],
  orders: number,
): fc.Arbitrary<Fate> {
  return fc.record({
    fate: fc.constantFrom(...words.flatMap((word) => (garbled.includes(word) ? word : [word, word]))),
    kind: fc.constantFrom(...messages),
    order: fc.oneof(smaller, fc.constant(1), fc.constant(0), fc.integer({ min: 1, max: orders })),
    nth: fc.constantFrom(1, 0, 2, 1),
    lateMs: delay,
  });
}

/** Time that passes in the middle of a transaction shows at any of its statements; all else mostly at its commit. */
const timely: readonly Blow["blow"][] = ["paused", "clock jumps"];

export function blow(words: readonly Blow["blow"][], buyers: number): fc.Arbitrary<Blow> {
  const hosts = fc.constantFrom("orders-1", "orders-1", "relay", "fulfillment");
  return blowsOn(words, buyers, fc.oneof(hosts, fc.constantFrom(...hostWords)));
}

/** @param many who come to the shop: the more, the later a blow may fall. */
export function blowsOn<H extends string>(
  words: readonly Blow["blow"][],
  many: number,
  host: fc.Arbitrary<H>,
): fc.Arbitrary<Blow<H>> {
  const place = (counts: Blow["counts"], least: number, each: number) =>
    fc.record({ counts: fc.constant(counts), after: fc.oneof(smaller, fc.nat(least), fc.nat(each * many)) });
  const anywhere = place("actions", 12, 12);
  return fc.oneof(
    ...words.map((word) =>
      fc
        .tuple(
          fc.record({
            blow: fc.constant(word),
            host,
            before: fc.boolean(),
            forMs: fc.constantFrom(1_000, 300, 60_000),
          }),
          timely.includes(word) ? anywhere : fc.oneof(smaller, place("commits", 3, 4), anywhere),
        )
        .map(([what, where]) => ({ ...what, ...where })),
    ),
  );
}
