/** Claims about the inventory's door: who is let in, why somebody is refused, and what a lookup tells. */

import { rights, type CommandName } from "../../../src/inventory/door/roles.ts";
import type { End } from "../books.ts";
import { without, type BookedOperation, type HeardCommand } from "../operations.ts";
import { claim, type Claim } from "./claim.ts";

const committed = ({ commands }: End): readonly HeardCommand[] =>
  commands.filter(({ said }) => said.outcome === "COMMITTED");

export const allowedToEach: Claim = claim({
  says: "what somebody may not do is not done",
  noun: "command",
  subjects: committed,
  broken: (command, end) => {
    const { operationId, asked } = command;
    const booked = end.operations.find((one) => one.operationId === operationId);
    const amiss = booked === undefined ? undefined : whyNot(booked, command, end);
    return amiss === undefined ? undefined : `${operationId} by ${asked.caller} was COMMITTED, and ${amiss}`;
  },
});

/** A reservation is its own caller's, unless the command is an operator's. */
function whyNot({ command, requestKey }: BookedOperation, { asked }: HeardCommand, end: End): string | undefined {
  const { by, ...rest } = rights[command as CommandName];
  const roleOf = (name: string | undefined): string | undefined =>
    end.callers.find(({ tenant, caller }) => tenant === asked.tenant && caller === name)?.role;
  if (roleOf(asked.caller) !== by) return `${command} is for ${by}`;
  if ("approved" in rest && (roleOf(asked.approver) !== "APPROVER" || asked.approver === asked.caller)) {
    return `nobody has approved it`;
  }
  const owner = end.books.reservations.find((one) => one.requestKey === requestKey)?.caller;
  return by !== "SELLER" || owner === undefined || owner === asked.caller ? undefined : `${requestKey} is ${owner}'s`;
}

export const neverOvertaken: Claim = claim({
  says: "no Reserve is refused because somebody else was served meanwhile",
  noun: "Reserve",
  subjects: ({ operations }) => operations.filter(({ command }) => command === "reserve"),
  broken: ({ operationId, said }) =>
    said.cause === "VERSION_CONFLICT" ? `${operationId} was REJECTED ${said.cause}` : undefined,
});

export const lookedUpAsWritten: Claim = claim({
  says: "a lookup tells what is written down of an operation, and finds what was answered before",
  noun: "lookup",
  subjects: ({ lookups }) => lookups.filter(({ said }) => said.outcome !== "ACCEPTED"),
  broken: ({ operationId, said, answer, known }, { operations }) => {
    if (said.cause === "NO_SUCH_OPERATION") {
      return known ? `${operationId} was answered, and then not found` : undefined;
    }
    const booked = operations.find((one) => one.operationId === operationId);
    return booked !== undefined && without(booked.said) === answer
      ? undefined
      : `${operationId} was found ${said.outcome}, and written down is ${booked?.said.outcome ?? "nothing"}`;
  },
});
