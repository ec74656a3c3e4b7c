/**
 * What a command is answered: how it ended, what is so now, and what its caller may safely do next. Nothing of how this service
 * works inside is in it; who has to look deeper has the trace id.
 */
import { z } from "zod";
import { causes } from "../stock/balance.ts";

/**
 * ACCEPTED: it is being carried out right now. COMMITTED: it took effect, for good. REJECTED: it had no effect, for the cause
 * given. UNKNOWN: it may have taken effect. MANUAL_REQUIRED: only a person can decide what is to become of it.
 */
export const outcomes = ["ACCEPTED", "COMMITTED", "REJECTED", "UNKNOWN", "MANUAL_REQUIRED"] as const;
export type Outcome = (typeof outcomes)[number];

/** Why a command had no effect, or why nobody knows. */
export const refusals = [
  ...causes,
  ...(["USER_LIMIT", "NO_SUCH_RESERVATION", "NOT_YOURS", "NOT_HELD", "DEADLINE_PASSED"] as const),
  ...(["NOT_SOLD", "NOT_OUTDATED", "NO_SUCH_LOCK", "LOCK_ENDED"] as const),
  ...(["WRONG_STATE", "CHECKS_FAILED", "BELOW_PROMISED", "ALREADY_DONE", "CONFLICT"] as const),
  ...(["NOT_ALLOWED", "NOT_APPROVED"] as const),
  ...(["KEY_REUSED", "TOO_LITTLE_TIME", "INVALID", "NO_SUCH_OPERATION", "REPLY_LOST", "INTERNAL"] as const),
];
export type Refusal = (typeof refusals)[number];

export const nextActions = [
  "NONE",
  "CONFIRM_OR_RELEASE", // before the hold's deadline
  "POLL_STATUS", // it is on its way to an end
  "QUERY_STATUS", // what became of it is to be seen there; only then decide
  "RETRY_SAME", // the same operation, under the same id
  "RETRY_LATER", // the same wish, under a new id
  "READ_AGAIN", // what it was based on has changed: look, and ask anew
  "CHOOSE_OTHER", // this wish cannot be met
  "CORRECT_REQUEST",
  "ASK_A_PERSON",
] as const;
export type NextAction = (typeof nextActions)[number];

export interface Advice {
  /** Status of the reply. */
  readonly http: 400 | 403 | 404 | 408 | 409 | 422 | 500 | 503;
  readonly next: NextAction;
  /** What a buyer may be shown. */
  readonly show: string;
}

const soldOut = "sold out";
const unavailable = "not available right now";
const confirming = "being confirmed";
const ended = "no longer reserved";
const wrong = "something went wrong";

export const adviceOn: Readonly<Record<Refusal, Advice>> = {
  NO_SUCH_UNIT: { http: 404, next: "CORRECT_REQUEST", show: unavailable },
  NOT_ON_SALE: { http: 409, next: "RETRY_LATER", show: "not yet on sale" },
  FROZEN: { http: 409, next: "RETRY_LATER", show: unavailable },
  RETIRED: { http: 409, next: "CHOOSE_OTHER", show: "no longer on sale" },
  EPOCH_MISMATCH: { http: 409, next: "READ_AGAIN", show: unavailable },
  VERSION_CONFLICT: { http: 409, next: "READ_AGAIN", show: unavailable },
  SOLD_OUT: { http: 409, next: "CHOOSE_OTHER", show: soldOut },
  USER_LIMIT: { http: 409, next: "CHOOSE_OTHER", show: "you have as many as one buyer may have" },
  NO_SUCH_RESERVATION: { http: 404, next: "CORRECT_REQUEST", show: ended },
  NOT_YOURS: { http: 403, next: "CORRECT_REQUEST", show: wrong },
  NOT_HELD: { http: 409, next: "QUERY_STATUS", show: ended },
  DEADLINE_PASSED: { http: 409, next: "CHOOSE_OTHER", show: ended },
  NOT_SOLD: { http: 409, next: "QUERY_STATUS", show: "not to be refunded" },
  NOT_OUTDATED: { http: 409, next: "READ_AGAIN", show: wrong },
  NO_SUCH_LOCK: { http: 404, next: "CORRECT_REQUEST", show: unavailable },
  LOCK_ENDED: { http: 409, next: "CHOOSE_OTHER", show: "this offer has ended" },
  WRONG_STATE: { http: 409, next: "READ_AGAIN", show: unavailable },
  CHECKS_FAILED: { http: 409, next: "ASK_A_PERSON", show: unavailable },
  BELOW_PROMISED: { http: 409, next: "READ_AGAIN", show: wrong },
  ALREADY_DONE: { http: 409, next: "NONE", show: wrong },
  CONFLICT: { http: 409, next: "ASK_A_PERSON", show: wrong },
  NOT_ALLOWED: { http: 403, next: "CORRECT_REQUEST", show: wrong },
  NOT_APPROVED: { http: 403, next: "ASK_A_PERSON", show: wrong },
  KEY_REUSED: { http: 422, next: "CORRECT_REQUEST", show: wrong },
  TOO_LITTLE_TIME: { http: 408, next: "RETRY_SAME", show: unavailable },
  INVALID: { http: 400, next: "CORRECT_REQUEST", show: wrong },
  NO_SUCH_OPERATION: { http: 404, next: "RETRY_SAME", show: confirming },
  REPLY_LOST: { http: 503, next: "QUERY_STATUS", show: confirming },
  INTERNAL: { http: 500, next: "QUERY_STATUS", show: confirming },
};

/** What a command came to, when it was judged. */
export interface Verdict {
  readonly outcome: "COMMITTED" | "REJECTED" | "MANUAL_REQUIRED";
  /** Of what it is about, now: HELD, ACTIVE … */
  readonly state: string;
  readonly cause?: Refusal;
  readonly next?: NextAction;
  /** The reservation that it made or moved. */
  readonly reservation?: string;
  readonly orderId?: string;
  /** What else is to be told: the unit that refused, the checks that failed … */
  readonly details?: Readonly<Record<string, unknown>>;
  /** The ledger's name of what it did. */
  readonly ledger?: string;
}

export function rejected(cause: Refusal, state: string, rest: Partial<Verdict> = {}): Verdict {
  return { outcome: "REJECTED", state, cause, ...rest };
}

/** As it is told, but for the trace id: that is each request's own. Some commands say more. */
export const answerShape = z.looseObject({
  outcome: z.enum(outcomes),
  operation_id: z.string(),
  command: z.string(),
  state: z.string().describe("Of what the command is about, now: HELD, ACTIVE …"),
  next_action: z.enum(nextActions),
  status_url: z.string(),
  cause: z.enum(refusals).optional(),
  advice: z.object({ retry: z.boolean(), query: z.boolean(), show: z.string() }).optional(),
  reservation_id: z.string().optional(),
  expires_at: z.iso.datetime().optional().describe("The hold's deadline."),
  versions: z
    .array(z.object({ unit_id: z.string(), epoch: z.int(), version: z.int() }))
    .optional()
    .describe("Of each unit that it changed, by this change."),
});

export type Answer = z.infer<typeof answerShape>;

/** Of a question: why there is no answer. */
export const refusalShape = z.object({
  outcome: z.literal("REJECTED"),
  cause: z.enum(refusals),
  next_action: z.enum(nextActions),
  show: z.string(),
  trace_id: z.string().optional(),
  problems: z.array(z.string()).optional(),
});

/** @param ended how and why; without a cause nothing is advised. */
export function answerOf(
  { operation_id, command }: Pick<Answer, "operation_id" | "command">,
  ended: Pick<Verdict, "state" | "cause" | "next" | "details" | "reservation"> & { readonly outcome: Outcome },
): Answer {
  const { outcome, state, cause, next, details = {}, reservation } = ended;
  const advised = cause === undefined ? undefined : adviceOn[cause];
  const next_action = next ?? advised?.next ?? "NONE";
  const told =
    advised === undefined || cause === undefined ? {} : { cause, advice: inWords(next_action, advised.show) };
  return {
    ...{ outcome, operation_id, command, state, ...told, next_action, status_url: statusUrl(operation_id) },
    ...(reservation === undefined ? {} : { reservation_id: reservation }),
    ...details,
  };
}

function inWords(next: NextAction, show: string): NonNullable<Answer["advice"]> {
  const retry = next === "RETRY_SAME" || next === "RETRY_LATER";
  return { retry, query: next === "QUERY_STATUS" || next === "POLL_STATUS" || next === "READ_AGAIN", show };
}

export function statusUrl(operationId: string): string {
  return `/inventory/operations/${operationId}`;
}
