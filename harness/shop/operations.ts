/**
 * What was asked of the inventory through its door, what each was answered, and what is written down of it: the operations'
 * own book, which claims hold against the ledger and the reservations.
 */

import type { Outcome, Refusal } from "../../src/inventory/door/answer.ts";
import type { Heard } from "../network/network.ts";

/** What a command says that claims look at. */
export interface AskedCommand {
  readonly operation_id: string;
  readonly tenant: string;
  readonly caller: string;
  readonly approver?: string;
  /** Of an adjustment: what it is called, and the version that was counted. */
  readonly adjustment_id?: string;
  readonly expected_version?: number;
  readonly lines?: readonly { readonly unit_id: string; readonly quantity: number }[];
}

/** An answer to a command; without a cause it was not refused. */
export interface ToldCommand {
  readonly outcome: Outcome;
  readonly cause?: Refusal;
  readonly versions?: readonly { readonly unit_id: string; readonly version: number }[];
}

/** One answer that somebody heard. */
export interface HeardCommand {
  readonly operationId: string;
  readonly asked: AskedCommand;
  readonly said: ToldCommand;
  /** All that was asked but for the trace and the time to wait: the same for every copy of one wish. */
  readonly wish: string;
  /** All that was answered but for the trace. */
  readonly answer: string;
}

/** One answer to the question what became of an operation. */
export interface HeardLookup extends Pick<HeardCommand, "operationId" | "said" | "answer"> {
  /** Whether somebody had been told before how the operation ended. */
  readonly known: boolean;
}

/** An operation as it is written down. */
export interface BookedOperation {
  readonly operationId: string;
  readonly command: string;
  readonly requestKey: string | null;
  readonly said: ToldCommand;
}

/** What became of a reservation. */
export interface BookedHold {
  readonly requestKey: string;
  readonly status: string;
  /** Its last change came at its deadline or after it. */
  readonly late: boolean;
  /** It is HELD still, and its deadline has passed. */
  readonly overdue: boolean;
  /** Who ended it, as the ledger has it; null when nobody did, or that row is in the archive. */
  readonly endedBy: string | null;
}

/** Pieces put aside for an activity, OPEN or ENDED. */
export interface BookedLock {
  readonly lockId: string;
  readonly unitId: string;
  readonly quantity: number;
  readonly status: string;
}

export function heardCommands(heard: readonly Heard[]): readonly HeardCommand[] {
  return heard.flatMap(({ name: { kind, about }, request, reply }) => {
    if (kind !== "command") return [];
    const asked = JSON.parse(request.body) as AskedCommand;
    const said = JSON.parse(reply.body) as ToldCommand;
    const wish = `${request.url.pathname} ${without(asked, "trace_id", "deadline_ms")}`;
    return [{ operationId: about, asked, said, wish, answer: without(said, "trace_id") }];
  });
}

/** An operation is known to whom it was answered: another caller is told that there is none. */
export function heardLookups(heard: readonly Heard[]): readonly HeardLookup[] {
  const known = new Set<string>();
  const knownBy = (caller: string | null | undefined, about: string): string => `${caller} ${about}`;
  return heard.flatMap(({ name: { kind, about }, request: { url, body }, reply }) => {
    if (kind === "command" && tellsTheEnd(JSON.parse(reply.body) as ToldCommand)) {
      known.add(knownBy((JSON.parse(body) as AskedCommand).caller, about));
    }
    // Who got a 5xx was told nothing of the operation.
    if (kind !== "lookup" || reply.status >= 500 || !url.pathname.startsWith("/inventory/operations/")) return [];
    const said = JSON.parse(reply.body) as ToldCommand;
    return [
      {
        operationId: about,
        said,
        answer: without(said, "trace_id"),
        known: known.has(knownBy(url.searchParams.get("caller"), about)),
      },
    ];
  });
}

/** The causes of answers that are not written down, because nothing was begun. */
const atTheDoor = ["KEY_REUSED", "TOO_LITTLE_TIME", "INVALID"];

/** Whether the operation that was asked for was begun, as far as this answer tells. */
export function wasBegun({ cause }: ToldCommand): boolean {
  return cause === undefined || !atTheDoor.includes(cause);
}

function tellsTheEnd(said: ToldCommand): boolean {
  return said.outcome !== "ACCEPTED" && said.outcome !== "UNKNOWN" && wasBegun(said);
}

/** As JSON with its fields in order, so that equal things are equal texts. */
export function without(said: object, ...fields: readonly string[]): string {
  const rest = Object.entries(said).filter(([field]) => !fields.includes(field));
  return JSON.stringify(rest.sort(([a], [b]) => (a < b ? -1 : 1)));
}
