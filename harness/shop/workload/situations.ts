/**
 * Situations that a plan seldom comes to by itself, because several things have to fall together. Each turns a plan into one
 * that comes to it, and leaves all the rest as it was drawn.
 */

import fc from "fast-check";
import type { Blow, Buyer, FaultWord, Fate, Plan, Round } from "./plan.ts";

type Situation = (plan: Plan) => Plan;

/** The plan is what it is. */
export const noSituation: Situation = (plan) => plan;

/** @param allowed kinds of fault that a situation may have. */
export function situationsOf(allowed: readonly FaultWord[]): fc.Arbitrary<Situation> {
  return fc.oneof(
    fc.constant(moneyAfterTheHold),
    relaysMeet(allowed),
    ...(["request late", "reply late"].every((word) => allowed.includes(word as FaultWord))
      ? [closedTooLate(allowed)]
      : []),
    ...(allowed.includes("clock jumps") ? [deadlineComesBetween] : []),
  );
}

/** Every second buyer pays at the channel's counter when the hold has been swept, and nobody has cancelled the order yet. */
export const moneyAfterTheHold: Situation = (plan) => ({
  ...plan,
  holdMs: 300,
  buyers: plan.buyers.map((buyer, nth) =>
    nth % 2 === 0 ? { ...buyer, atMs: 0, then: ["pay"], pauseMs: 1_000, declined: false, counter: "charge" } : buyer,
  ),
  rounds: [
    ...plan.rounds.filter(({ worker }) => worker !== "recovery"),
    { worker: "sweeper", nth: 1, atMs: 300, times: 2, everyMs: 300 },
  ],
});

/**
 * One relay is held up in the middle of its events when the other takes those that have been written since: newer ones of the
 * same orders, or others.
 */
function relaysMeet(allowed: readonly FaultWord[]): fc.Arbitrary<Situation> {
  const words = holdUp.filter((word) => allowed.includes(word));
  const early = fc.constantFrom(paysAtOnce, endsTwice);
  return fc.tuple(words.length === 0 ? fc.constant([]) : heldUp(words), early).map((drawn) => relaysMeetOver(...drawn));
}

function heldUp(words: readonly Fate["fate"][]): fc.Arbitrary<readonly Fate[]> {
  const event = fc.record({ fate: fc.constantFrom(...words), order: fc.constantFrom(1, 0) });
  return event.map((drawn) => [{ ...drawn, kind: "event", nth: 1, lateMs: 700 }]);
}

/** Whichever befalls an event, the relay that carries it waits. */
const holdUp = ["request lost", "reply lost", "request late"] as const satisfies readonly Fate["fate"][];

const paysAtOnce: Partial<Buyer> = { atMs: 0, then: ["pay"], pauseMs: 0 };
/** Cancels before the first relay comes, and pays before the second. */
export const endsTwice: Partial<Buyer> = {
  ...paysAtOnce,
  then: ["cancel", "pay"],
  pauseMs: 300,
  counter: "charge",
  declined: false,
};

export const relaysMeetOver =
  (fates: readonly Fate[], early: Partial<Buyer>): Situation =>
  (plan) => ({
    ...plan,
    stock: plan.buyers.length,
    perUser: 2,
    holdMs: 60_000,
    buyers: plan.buyers.map((buyer, nth) => ({ ...buyer, ...(nth % 2 === 0 ? early : { ...paysAtOnce, atMs: 600 }) })),
    rounds: [...plan.rounds.filter(({ worker }) => worker !== "relay"), relayAt(1, 400), relayAt(2, 700)],
    fates: [...fates, ...plan.fates],
  });

const relayAt = (nth: number, atMs: number): Round => ({ worker: "relay", nth, atMs, times: 1, everyMs: 300 });

/**
 * Recovery asks what became of a charge and hears that there is none; before it closes the order at the channel, the charge
 * arrives after all. What the close says of it may be lost, or make no sense.
 */
function closedTooLate(allowed: readonly FaultWord[]): fc.Arbitrary<Situation> {
  const words = unheard.filter((word) => allowed.includes(word));
  const unheardClose = words.map((fate): Fate => ({ fate, kind: "close", order: 0, nth: 1, lateMs: 1 }));
  return fc
    .constantFrom<(Fate | undefined)[]>(undefined, ...unheardClose)
    .map((fate) => closedTooLateOver(fate === undefined ? [] : [fate]));
}

const unheard = [
  "gateway fails",
  "answered in error",
  "reply cut short",
  "reply lost",
] as const satisfies readonly Fate["fate"][];

export const closedTooLateOver =
  (fates: readonly Fate[]): Situation =>
  (plan) => ({
    ...plan,
    holdMs: 60_000,
    buyers: plan.buyers.map((buyer, nth) => (nth % 2 === 0 ? { ...buyer, ...paysAtOnce, ...atTheShop } : buyer)),
    rounds: [
      ...plan.rounds.filter(({ worker }) => worker !== "recovery"),
      { worker: "recovery", nth: 1, atMs: 1_100, times: 2, everyMs: 300 },
    ],
    fates: [
      { fate: "request late", kind: "charge", order: 0, nth: 0, lateMs: 1_300 },
      { fate: "reply late", kind: "query", order: 0, nth: 0, lateMs: 300 },
      ...fates,
      ...plan.fates,
    ],
  });

const atTheShop: Partial<Buyer> = { counter: "nothing", declined: false };

/** About as many as three buyers' orders and payments have. */
const actionsOfThree = 60;
const aJump = { blow: "clock jumps", host: "orders-1", counts: "actions", forMs: 300 } as const;

/** Holds are short, and the clock jumps over the end of one while its order is being paid. */
const deadlineComesBetween: fc.Arbitrary<Situation> = fc
  .array(fc.record({ after: fc.nat(actionsOfThree), before: fc.boolean() }), { minLength: 4, maxLength: 8 })
  .map((jumps) => deadlineComesBetweenOver(jumps.map((jump) => ({ ...jump, ...aJump }))));

export const deadlineComesBetweenOver =
  (blows: readonly Blow[]): Situation =>
  (plan) => ({
    ...plan,
    expiredHold: "deadline-decides",
    holdMs: 300,
    buyers: plan.buyers.map((buyer, nth) => ({ ...buyer, ...paysAtOnce, ...atTheShop, atMs: 600 * nth, service: 1 })),
    blows: [...blows, ...plan.blows],
  });
