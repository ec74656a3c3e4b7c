/** What happened in one run of the shop, counted after its end: by its trace, its faults, its messages and its books. */

import type { Seen } from "../../verdict/happened.ts";
import type { End } from "../books.ts";
import type { Claim } from "../claims/claim.ts";
import { passed } from "../points.ts";
import type { Stage } from "../stage.ts";
import { channelAnswers, families, move } from "./catalogue.ts";

/** @param end absent where the run never came to it: then nothing is known of what was written. */
export function witness({ world, hosts }: Stage, end: End | undefined): Seen {
  const { network } = hosts;
  return {
    [families.messages]: Object.fromEntries(network.faults.struck),
    [families.blows]: hosts.struck(),
    [families.points]: passed(world.trace.steps),
    [families.answers]: count(network.heard.flatMap(({ name, reply }) => answerOf(name.kind, reply.body))),
    ...(end === undefined ? {} : written(end)),
  };
}

function written({ transitions, notices, deliveries, report }: End): Seen {
  return {
    [families.moves]: count(transitions.map(({ from, to }) => move(from, to))),
    [families.notices]: count(notices.map(({ effect }) => effect)),
    [families.events]: count(deliveries.map(({ effect }) => effect)),
    [families.labels]: count([...report.mismatches, ...report.completeness].map(({ label }) => label)),
  };
}

/** Of each claim that is judged, whether this run gave it anything to be checked on. */
export function checked(claims: readonly Claim[], end: End | undefined): Seen {
  const counts = claims.map((claim) => [claim.says, end === undefined || claim.on(end) === undefined ? 0 : 1] as const);
  return { [families.claims]: Object.fromEntries(counts) };
}

function answerOf(kind: string, body: string): readonly string[] {
  if (!isAsked(kind)) return [];
  const said = (JSON.parse(body) as Readonly<Record<string, unknown>>)[channelAnswers[kind].field];
  return typeof said === "string" ? [`${kind} ${said}`] : [];
}

function isAsked(kind: string): kind is keyof typeof channelAnswers {
  return Object.hasOwn(channelAnswers, kind);
}

/** How often each name is there. */
export function count(names: readonly string[]): Readonly<Record<string, number>> {
  const times = new Map<string, number>();
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
  return Object.fromEntries(times);
}
