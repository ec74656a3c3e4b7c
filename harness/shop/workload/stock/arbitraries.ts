/** What a plan of commands to the inventory may look like, as arbitraries of fast-check. */

import fc from "fast-check";
import { randomStream } from "../../../kernel/random.ts";
import { oftener, smaller, someOf, type Chance } from "../chance.ts";
import { grown, type Drawing } from "../draw.ts";
import { blowsOn } from "../misfortunes.ts";
import { blowWords } from "../plan.ts";
import { stockSituations } from "./situations.ts";
import {
  forcedWords,
  guestVerbs,
  handVerbs,
  stockFateWords,
  stockHostWords,
  stockMessageWords,
  type Guest,
  type Hand,
  type StockFate,
  type StockPlan,
  type StockRound,
} from "./plan.ts";

const most = { guests: 4, hands: 4, faults: 4 };
const least = 3;

/** How likely it is that something may befall messages of a kind: what befalls a command hides all that would follow. */
const likely: Readonly<Record<StockFate["kind"], number>> = { command: 0.3, lookup: 0.2, change: 0.6, view: 0.1 };

export function stockDrawn(drawing: Drawing): fc.Arbitrary<StockPlan> {
  const { seed, nth, allowed } = drawing;
  const random = randomStream(seed + nth - 1, "faults");
  const faults = allowed.filter(() => random() < 0.4);
  const messages = stockMessageWords.filter((kind) => random() < likely[kind]);
  const fates = messages.length === 0 ? [] : stockFateWords.filter((word) => faults.includes(word));
  const blows = blowWords.filter((word) => faults.includes(word));
  const size = (of: keyof typeof most) => Math.max(least, Math.round(most[of] * grown(drawing)));
  const host = fc.oneof(fc.constantFrom("inventory-1", "inventory-relay-1"), fc.constantFrom(...stockHostWords));
  const drawn: fc.Arbitrary<StockPlan> = fc.record({
    units: fc.constantFrom(2, 1, 3),
    pieces: fc.integer({ min: 1, max: 4 }),
    reversible: oftener(true, fc.constant(false), 2),
    perUser: fc.constantFrom(4, 2, 1),
    poolSize: oftener(10, fc.integer({ min: 1, max: 2 }), 3),
    holdMs: oftener(60_000, fc.constantFrom(300, 1_000), 1),
    expiredHold: fc.constantFrom("sweep-decides", "deadline-decides"),
    leaseMs: oftener(30_000, fc.constant(500), 1),
    batch: oftener(20, fc.integer({ min: 1, max: 3 }), 1),
    tries: oftener(9, fc.constant(2), 3),
    poisoned: oftener(0, fc.integer({ min: 1, max: 2 }), 7),
    archived: oftener(false, fc.constant(true), 5),
    forced: oftener<StockPlan["forced"]>("nothing", fc.constantFrom(...forcedWords.slice(1)), 5),
    guests: fc.array(guest, { minLength: 2, maxLength: size("guests") }),
    hands: fc.array(hand, { maxLength: size("hands") }),
    rounds: standing,
    fates: fc
      .tuple(
        someOf(storms.filter(({ word }) => word !== undefined && allowed.includes(word))),
        fates.length === 0 ? fc.constant([]) : fc.array(fate(fates, messages), { maxLength: size("faults") }),
      )
      .map(([all, some]) => [...all, ...some]),
    blows:
      blows.length === 0
        ? fc.constant<StockPlan["blows"]>([])
        : fc.array(blowsOn(blows, most.guests, host), { maxLength: size("faults") }),
  });
  // First, because it shrinks first: a plan that fails without a situation has none.
  return fc.noBias(
    fc
      .tuple(stockSituations(allowed), drawn)
      .map(([comesTo, plan]) => comesTo(plan))
      .map((plan) => ({ ...plan, ...(plan.poisoned > 0 ? { tries: 2, archived: false } : {}) }))
      // What is in the archive is not doubled there.
      .map((plan) => ({ ...plan, archived: plan.archived && plan.forced !== "doubled" })),
  );
}

/** Moments are few, so that much falls upon the same one: the end of a hold or a lease, a relay's patience, and a while after each. */
const moment = fc.oneof(
  smaller,
  { weight: 6, arbitrary: fc.constant(0) },
  { weight: 4, arbitrary: fc.constantFrom(300, 600, 1_000) },
  { weight: 1, arbitrary: fc.constantFrom(60_000, 61_000) },
);

const number = fc.integer({ min: 1, max: 3 });
const line = fc.record({ unit: number, quantity: oftener(1, fc.constant(2)) });

const guest: fc.Arbitrary<Guest> = fc.record({
  user: number,
  seller: oftener("mall", fc.constant<Guest["seller"]>("market"), 3),
  atMs: oftener(0, moment),
  service: oftener(1, fc.constant(2), 2),
  lines: fc.array(line, { minLength: 1, maxLength: 3 }),
  lock: oftener(0, number, 2),
  then: fc.array(fc.constantFrom(...guestVerbs), { maxLength: 2 }),
  whose: oftener(0, fc.constantFrom(1, 2), 1),
  pauseMs: oftener(0, fc.constantFrom(300, 1_000), 2),
  twice: oftener(false, fc.constant(true), 4),
  looks: oftener(false, fc.constant(true), 2),
});

/** What others build on is done the more often. */
const hand: fc.Arbitrary<Hand> = fc.record({
  does: fc.oneof(fc.constantFrom<Hand["does"]>("lock", "lock", "freeze"), fc.constantFrom(...handVerbs)),
  unit: number,
  of: fc.integer({ min: 1, max: 4 }),
  quantity: oftener(1, fc.constant(2)),
  atMs: moment,
  service: oftener(1, fc.constant(2), 2),
  twice: oftener(false, fc.constant(true), 4),
});

const loop = { atMs: moment, times: fc.integer({ min: 1, max: 4 }), everyMs: fc.constantFrom(300, 0, 1_000) };

/** Workers that most runs have. */
const standing: fc.Arbitrary<StockRound[]> = someOf(
  (
    [
      [0.8, "inventory-relay", 1],
      [0.5, "inventory-relay", 2],
      [0.5, "sweeper", 1],
      [0.3, "repair", 1],
      [0.4, "compare", 1],
    ] as const satisfies readonly (readonly [number, StockRound["worker"], 1 | 2])[]
  ).map(([chance, worker, nth]): Chance<StockRound> => {
    return { chance, one: fc.record({ worker: fc.constant(worker), nth: fc.constant(nth), ...loop }) };
  }),
).map((some) => [...some]);

/** What befalls every message of a kind, and a reader whose first answers get lost. */
const storms: readonly Chance<StockFate>[] = (
  [
    [0.15, "change", "reply lost", 0],
    [0.15, "change", "reply lost", 1],
    [0.1, "change", "request lost", 1],
    [0.1, "change", "twice", 0],
    [0.05, "command", "reply lost", 1],
  ] as const
).map(([chance, kind, word, nth]) => {
  return { chance, word, one: fc.constant<StockFate>({ kind, fate: word, of: 0, nth, lateMs: 1 }) };
});

function fate(words: readonly StockFate["fate"][], kinds: readonly StockFate["kind"][]): fc.Arbitrary<StockFate> {
  return fc.record({
    fate: fc.constantFrom(...words),
    kind: fc.constantFrom(...kinds),
    of: fc.constantFrom(0, 1, 2, 3),
    nth: fc.constantFrom(1, 0, 2),
    lateMs: fc.constantFrom(300, 700, 1_300, 60_000),
  });
}
