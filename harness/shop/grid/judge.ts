/** What a struck run is worth: a pure function of it, so that each way of not holding can be shown by a hand-made one. */

import type { GridVerdict } from "../../verdict/grid.ts";
import type { End } from "../books.ts";
import type { Claim } from "../claims/claim.ts";
import { bound } from "./course.ts";
import type { Flight } from "./flight.ts";

/** How a cell comes about, for the head of the table. */
export const method: readonly string[] = [
  "A row is a decision of a flow, in words how things stand right after it. A column is a fault that strikes there, once,",
  "in a run of its own. Then the faults are over and what died is started again; whoever got no answer asks again, and",
  `recovery, sweeper and relay go round until nothing is left open, at most ${bound.rounds} times, ${bound.apartMs / 1000} s of virtual time apart;`,
  "then everything happens once more: the requests, the notices, the events, the round.",
  "  held     nothing failed but by the fault, nothing was left open, the books agree and are complete, every other claim",
  "           holds, and everything once more changed nothing",
  "  BROKE    one of these is not so; which, stands below the flow",
  "  unknown  it could not be told, which is no pass",
  "  -        the fault has no meaning there; why, stands at the end of the row",
];

export function judge(flight: Omit<Flight, "trace" | "flow" | "recovery" | "fired" | "seen">): GridVerdict {
  const { claims, never, stuck, open, failures, recovered, end, races, unsafe } = flight;
  const broken = [
    ...unsafe,
    ...stuck.map((who) => `the world does not come to rest: ${who}`),
    ...failures.map((sentence) => `fails, and by no fault: ${sentence}`),
    ...open.map((what) => `left open: ${what}`),
    ...claimsBroken(claims, recovered),
    ...claimsBroken(claims, end),
    ...changed(recovered, end),
  ];
  // What happened to several in the same words is said once.
  if (broken.length > 0) return { verdict: "breaks", about: [...new Set(broken)] };
  const doubts = [
    ...never.map((text) => `it never fell: ${text}`),
    ...(end === undefined || isEmpty(end) ? ["no order, no reservation and no command was there to be judged"] : []),
    ...(races === 0 ? [] : [`no gate: ${races} times the server alone decided who goes first`]),
  ];
  return { verdict: doubts.length > 0 ? "unknown" : "holds", about: doubts };
}

function isEmpty({ books, operations }: End): boolean {
  return books.orders.length === 0 && books.reservations.length === 0 && operations.length === 0;
}

/** As the books were after recovery, and once more when everything had happened twice. */
function claimsBroken(claims: readonly Claim[], end: End | undefined): readonly string[] {
  return end === undefined ? [] : claims.flatMap((claim) => claim.broken(end).map((how) => `${claim.says}: ${how}`));
}

/** What a second time of everything changed in the books. Arrivals are written down each time, and are no change. */
function changed(before: End | undefined, after: End | undefined): readonly string[] {
  if (before === undefined || after === undefined) return [];
  const parts = { ...before.books, moves: before.transitions };
  const now: Readonly<Record<string, unknown>> = { ...after.books, moves: after.transitions };
  return Object.entries(parts)
    .filter(([name, part]) => shown(part) !== shown(now[name]))
    .map(([name]) => `everything once more changed the ${name}`);
}

function shown(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? String(part) : part));
}
