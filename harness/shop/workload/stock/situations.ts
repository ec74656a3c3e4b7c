/**
 * Situations that a plan of commands to the inventory seldom comes to by itself. Each turns a plan into one that comes to it, and
 * leaves all the rest as it was drawn.
 */

import fc from "fast-check";
import type { FaultWord } from "../plan.ts";
import type { Guest, Hand, StockPlan, StockRound } from "./plan.ts";

type Situation = (plan: StockPlan) => StockPlan;

const asDrawn: Situation = (plan) => plan;

/** @param allowed kinds of fault that a situation may have. */
export function stockSituations(allowed: readonly FaultWord[]): fc.Arbitrary<Situation> {
  const some = [
    ...[endsMeet, strangers, putAside, unitsCrossed, frozenMeanwhile, countedLate, idReused],
    ...[eventsSkipped, viewsWritten, writersLook, oneIsPoisoned, booksTampered],
    ...(allowed.includes("reply lost") ? [leaseOutlived] : []),
  ];
  return fc.oneof(
    { weight: some.length, arbitrary: fc.constant(asDrawn) },
    { weight: 2 * some.length, arbitrary: fc.constantFrom(...some) },
  );
}

/** Who comes first and has a piece. */
const served: Partial<Guest> = { seller: "mall", atMs: 0, lock: 0, lines: [{ unit: 1, quantity: 1 }], whose: 0 };
const enough = { pieces: 4, perUser: 4, holdMs: 60_000 } as const;

const first = (plan: StockPlan, how: Partial<Guest>, others: (guest: Guest, nth: number) => Partial<Guest>) =>
  plan.guests.map((guest, nth): Guest => ({ ...guest, ...(nth === 0 ? how : others(guest, nth)) }));

const byHand = (does: Hand["does"], how: Partial<Hand> = {}): Hand => {
  return { does, unit: 1, of: 1, quantity: 1, atMs: 0, service: 1, twice: false, ...how };
};

const relayAt = (nth: 1 | 2, atMs: number): StockRound => {
  return { worker: "inventory-relay", nth, atMs, times: 2, everyMs: 0 };
};

const withoutRelays = ({ rounds }: StockPlan): StockPlan["rounds"] =>
  rounds.filter(({ worker }) => worker !== "inventory-relay");

/** The first hold is ended by several at once, while another is kept whose pieces must not go astray. */
export const endsMeet: Situation = (plan) => ({
  ...{ ...plan, ...enough },
  guests: [
    ...first(plan, { ...served, then: ["confirm"], pauseMs: 1_000 }, (_, nth) => ({
      ...{ ...served, whose: 1, pauseMs: 1_000, twice: false },
      then: nth % 2 === 0 ? ["confirm"] : ["release"],
    })),
    { ...plan.guests[0]!, ...served, then: [], twice: false },
  ],
  hands: [byHand("force-release", { atMs: 1_000, service: 2 })],
});

/** Somebody ends another seller's hold, and something is booked that nobody has approved. */
export const strangers: Situation = (plan) => ({
  ...{ ...plan, ...enough },
  guests: first(plan, { ...served, then: [] }, () => {
    return { seller: "market", atMs: 300, whose: 1, then: ["confirm", "release"], lines: [{ unit: 1, quantity: 1 }] };
  }),
  hands: [...plan.hands.slice(0, 2), byHand("adjust unapproved", { atMs: 300 })],
});

/** Pieces are put aside, and what comes out of the lock goes back to it. */
export const putAside: Situation = (plan) => ({
  ...{ ...plan, ...enough },
  guests: first(plan, { ...served, lock: 1, atMs: 300, then: ["release"] }, () => ({})),
  hands: [byHand("lock", { quantity: 2 }), ...plan.hands.slice(1)],
});

/** Two want the same units, named in opposite order, and two lines of one unit. */
export const unitsCrossed: Situation = (plan) => ({
  ...{ ...plan, ...enough },
  units: 2,
  poolSize: 10,
  guests: first(plan, { ...served, lines: [1, 2, 1].map((unit) => ({ unit, quantity: 1 })) }, () => {
    return { ...served, lines: [2, 1].map((unit) => ({ unit, quantity: 1 })) };
  }),
});

export const frozenMeanwhile: Situation = (plan) => ({
  ...{ ...plan, ...enough },
  guests: first(plan, { ...served, then: ["confirm", "refund"], pauseMs: 300 }, () => ({ ...served, atMs: 300 })),
  hands: [byHand("freeze"), byHand("lock", { atMs: 300 }), ...plan.hands.slice(0, 1)],
});

export const countedLate: Situation = (plan) => ({
  ...plan,
  hands: [byHand("adjust late", { of: 2, atMs: 300 }), byHand("adjust", { of: 2, atMs: 300 }), ...plan.hands.slice(2)],
});

export const idReused: Situation = (plan) => ({
  ...plan,
  hands: [byHand("reuse", { atMs: 300 }), ...plan.hands.slice(1)],
});

/** An event comes by hand before those that it follows. */
export const eventsSkipped: Situation = (plan) => ({
  ...{ ...plan, ...enough },
  guests: first(plan, served, () => served),
  hands: [byHand("deliver", { of: 3, atMs: 300 }), byHand("deliver", { of: 2, atMs: 600 }), ...plan.hands.slice(2)],
  rounds: [...withoutRelays(plan), relayAt(1, 1_000)],
});

/** Somebody writes into a view, and it is found. */
export const viewsWritten: Situation = (plan) => ({
  ...plan,
  hands: [byHand("show elsewhere", { atMs: 300 }), byHand("show more", { atMs: 300 }), ...plan.hands.slice(2)],
  rounds: [relayAt(1, 0), { worker: "compare", nth: 1, atMs: 600, times: 1, everyMs: 0 }],
});

/** Who writes looks at once, before a relay has come, and again after. */
export const writersLook: Situation = (plan) => ({
  ...{ ...plan, ...enough },
  guests: first(plan, { ...served, atMs: 300, looks: true }, () => ({ ...served, looks: true })),
  hands: [],
  rounds: [relayAt(1, 0), relayAt(2, 1_000)],
});

/** Nobody can read one unit's event, and all others go on. */
export const oneIsPoisoned: Situation = (plan) => ({
  ...{ ...plan, poisoned: 1, tries: 2, units: 2, archived: false },
  rounds: [...withoutRelays(plan), { ...relayAt(1, 0), times: 3, everyMs: 1_000 }],
});

export const booksTampered: Situation = (plan) => ({
  ...plan,
  poisoned: 0,
  archived: plan.guests.length % 2 === 0,
  forced: plan.forced === "nothing" ? "changed" : plan.forced,
});

/** A relay waits for an answer for longer than its lease, and another takes its events over and has them sent. */
export const leaseOutlived: Situation = (plan) => ({
  ...{ ...plan, leaseMs: 500, tries: 9, poisoned: 0 },
  rounds: [...withoutRelays(plan), relayAt(1, 0), relayAt(2, 600)],
  fates: [{ fate: "reply lost", kind: "change", of: 0, nth: 1, lateMs: 1 }, ...plan.fates],
});
