/** What is to happen in one run of commands to the inventory, as plain data: see `../plan.ts`, whose words for faults it has. */

import { z } from "zod";
import { blowOn, fateWords } from "../plan.ts";

const count = z.int().nonnegative();
const nth = z.int().positive();

/** Everything that may befall a message here: nobody's 500 reads like an answer to a command. */
export const stockFateWords = fateWords.filter((word) => word !== "answered in error");

/** Kinds of messages that something may befall. */
export const stockMessageWords = ["command", "lookup", "change", "view"] as const;

/** Processes that something may befall. */
export const stockHostWords = [
  ...(["inventory-1", "inventory-2", "inventory-relay-1", "inventory-relay-2"] as const),
  ...(["projector", "views", "sweeper"] as const),
] as const;

/** What a guest does with a reservation. */
export const guestVerbs = ["confirm", "release", "refund"] as const;

/** What is done by hand; each names what it is about by numbers that mean something for all of them, or nothing. */
export const handVerbs = [
  "lock",
  "unlock",
  "adjust",
  "adjust late", // at the version before the one that is there
  "adjust unapproved",
  "freeze",
  "unfreeze",
  "raise-epoch", // of a unit that is frozen for it
  "settle as KEPT",
  "settle as RELEASED",
  "force-release",
  "retire",
  "reuse", // another Reserve under the id of a guest's
  "deliver", // an event by hand, whatever was delivered before
  "show more", // somebody writes into a view
  "show elsewhere",
  "rebuild", // of a unit that is frozen for it
] as const;

/** Which workers go round. */
export const stockWorkerWords = ["inventory-relay", "sweeper", "repair", "compare"] as const;

const guest = z.object({
  /** Several guests may be the same user. */
  user: nth,
  /** Which of two sellers sends for them. */
  seller: z.enum(["mall", "market"]),
  /** When they reserve, ms. */
  atMs: count,
  service: z.int().min(1).max(2),
  /** What they want: units by number, counted round. */
  lines: z
    .array(z.object({ unit: nth, quantity: nth }))
    .min(1)
    .max(3),
  /** The hand whose lock it is taken out of; 0: of what is for sale. Then they want one unit. */
  lock: count,
  then: z.array(z.enum(guestVerbs)).max(3),
  /** With whose reservation: a guest's number; 0: with their own. */
  whose: count,
  pauseMs: count,
  /** They send everything twice at once. */
  twice: z.boolean(),
  /** They look at the first unit of theirs after each of it, and remember what they saw. */
  looks: z.boolean(),
});

const hand = z.object({
  does: z.enum(handVerbs),
  /** By number, counted round. */
  unit: nth,
  /** The number of a guest, of a hand, or of a version. */
  of: nth,
  quantity: nth,
  atMs: count,
  service: z.int().min(1).max(2),
  twice: z.boolean(),
});

const round = z.object({
  worker: z.enum(stockWorkerWords),
  /** Which of two relays. */
  nth: z.int().min(1).max(2),
  atMs: count,
  times: z.int().min(1).max(4),
  everyMs: count,
});

const fate = z.object({
  fate: z.enum(stockFateWords),
  kind: z.enum(stockMessageWords),
  /** Of a command: the guest whose Reserve it is; of a change: the version of the first unit; 0: whichever it is about. */
  of: count,
  /** Which of its kind; 0: every one. */
  nth: z.int().min(0).max(2),
  lateMs: count,
});

/** What is done to the ledger or to its archive, with what refuses it out of the way, and then undone. */
export const forcedWords = ["nothing", "changed", "deleted", "doubled"] as const;

export const stockPlanSchema = z.object({
  units: z.int().min(1).max(3),
  /** Of each unit. */
  pieces: nth,
  /** What was sold and comes back may be sold again. */
  reversible: z.boolean(),
  perUser: nth,
  poolSize: nth,
  holdMs: nth,
  expiredHold: z.enum(["sweep-decides", "deadline-decides"]),
  /** For how long a relay has its batch, ms, and how many events that is. */
  leaseMs: nth,
  batch: nth,
  /** Tries of an event. */
  tries: nth,
  /** The version of the first unit whose event nobody can read, from the beginning on; 0: of none. */
  poisoned: count,
  /** The ledger is a month old, and its older rows are in the archive. */
  archived: z.boolean(),
  forced: z.enum(forcedWords),
  guests: z.array(guest).min(1),
  hands: z.array(hand),
  rounds: z.array(round),
  fates: z.array(fate),
  blows: z.array(blowOn(stockHostWords)),
});

export type StockPlan = z.infer<typeof stockPlanSchema>;
export type Guest = StockPlan["guests"][number];
export type Hand = StockPlan["hands"][number];
export type StockRound = StockPlan["rounds"][number];
export type StockFate = StockPlan["fates"][number];

/** The unit of this number. */
export function unitOf({ units }: Pick<StockPlan, "units">, number: number): string {
  return `unit-${1 + ((number - 1) % units)}`;
}

/** A guest's Reserve, and the reservation that it makes. */
export const ofGuest = (number: number): string => `guest-${number}`;
/** What a hand sends, and the lock that it makes. */
export const ofHand = (number: number): string => `hand-${number}`;
