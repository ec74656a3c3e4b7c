/** What is to happen in one run of a workload, as plain data: it is drawn by chance, made smaller, and kept in a file. */

import { z } from "zod";
import { lateSuccessPolicies } from "../../../src/config.ts";
import { decisions } from "../../../src/order/conflict.ts";

const count = z.int().nonnegative();
const nth = z.int().positive();

/** What befalls a message, in words. */
export const fateWords = [
  ...(["request lost", "reply lost", "broken off", "request late", "reply late", "twice"] as const),
  "gateway fails", // the request comes no further, and a page of its own comes back
  "answered in error", // the same, with a 500 that reads like an answer
  "reply cut short",
] as const;

/** Kinds of messages that something may befall; the auditor's and the buyers' looks are none of them. */
export const messageWords = [
  "order",
  "pay",
  "cancel",
  "charge",
  "query",
  "close",
  "refund",
  "callback",
  "event",
] as const;

/** What befalls a process, the database or the clock in the middle of somebody's work. */
export const blowWords = [
  "killed",
  "paused",
  "severed",
  "terminated",
  "reply lost",
  "database stops",
  "clock jumps", // that of the whole world, forward: whatever was due in between is due at once, in any order
] as const;

/** Everything that may befall a run. */
export const faultWords = [...fateWords, ...blowWords] as const;

export type FaultWord = (typeof faultWords)[number];

/** Processes that work on the shop. */
export const hostWords = ["orders-1", "orders-2", "relay", "recovery", "sweeper", "fulfillment"] as const;

const buyer = z.object({
  /** Several buyers may be the same user. */
  user: nth,
  /** When they order, ms. */
  atMs: count,
  /** Which order service they talk to: 1, or 2 where there are two. */
  service: z.int().min(1).max(2),
  /** What they do with their order, one after another. */
  then: z.array(z.enum(["pay", "cancel"])).max(3),
  /** How long they wait before each of it, ms. */
  pauseMs: count,
  /** They do everything twice at once, as whoever is impatient. */
  twice: z.boolean(),
  /** The channel will not charge them. */
  declined: z.boolean(),
  /** The channel will refuse to give their money back, once: under another key it does. */
  refundRefused: z.boolean(),
  /**
   * A notice that is wrong: before all else, of a payment of another amount, in another currency or for another object; or meanwhile, of
   * a refund that nobody has made.
   */
  misnoted: z.enum(["nothing", "amount", "currency", "object", "refund"]),
  /** What they do at the channel's own counter: close their order before all else, or pay there, once, and not at the shop. */
  counter: z.enum(["nothing", "close", "charge"]),
});

/** A worker's loop, which begins at a time of its own. */
const round = z.object({
  worker: z.enum(["recovery", "sweeper", "relay", "reconciler"]),
  nth: z.int().min(1).max(2),
  atMs: count,
  /** How often it goes round. */
  times: z.int().min(1).max(4),
  /** How long it rests in between, ms. */
  everyMs: count,
});

/** Keyed by what the message is about and which of its kind it is, and not by its place in the run. */
const fate = z.object({
  fate: z.enum(fateWords),
  kind: z.enum(messageWords),
  /** 0: whichever order it is about. */
  order: count,
  /** Which of its kind; 0: every one. */
  nth: z.int().min(0).max(2),
  lateMs: count,
});

/** It falls when one of these hosts has done so much. */
export function blowOn<H extends string>(hosts: readonly [H, ...H[]]) {
  return z.object({
    blow: z.enum(blowWords),
    host: z.enum(hosts),
    /** What of its doings is counted: every action, or commits alone. */
    counts: z.enum(["actions", "commits"]),
    /** In place of the next of them, or after it. */
    before: z.boolean(),
    after: count,
    /** How long after that the process is started again, or goes on; or by how much the clock jumps; ms. */
    forMs: count,
  });
}

export const planSchema = z.object({
  /** Pieces on sale. */
  stock: nth,
  /** Pieces that one user may hold or own. */
  perUser: nth,
  /** Connections that an order service has. */
  poolSize: nth,
  /** How long a hold lasts, ms. */
  holdMs: nth,
  lateSuccess: z.enum(lateSuccessPolicies),
  expiredHold: z.enum(["sweep-decides", "deadline-decides"]),
  buyers: z.array(buyer).min(1),
  rounds: z.array(round),
  fates: z.array(fate),
  blows: z.array(blowOn(hostWords)),
  /** Where a person decides of late money, when all else is over: what that person wishes. */
  decides: z.enum(decisions),
});

export type Plan = z.infer<typeof planSchema>;
export type Buyer = Plan["buyers"][number];
export type Round = Plan["rounds"][number];
export type Fate = Plan["fates"][number];
export type Blow<H extends string = Plan["blows"][number]["host"]> = Omit<Plan["blows"][number], "host"> & {
  readonly host: H;
};
