/** What can happen to the shop and in it, by family: each list comes from the table in the code that makes it happen. */

import { z } from "zod";
import { chargeReply, refundReply, stateReply } from "../../../src/channel/contract.ts";
import { deliveryReply } from "../../../src/fulfillment/event.ts";
import { edges } from "../../../src/order/machine.ts";
import { effects } from "../../../src/order/settle.ts";
import { labels } from "../../../src/reconcile/rules/rules.ts";
import { messageFates } from "../../network/faults.ts";
import type { Catalogue } from "../../verdict/happened.ts";
import { blows } from "../hosts.ts";
import { points } from "../points.ts";

/** How a move is written. */
export function move(from: string | null, to: string): string {
  return `${from ?? "-"}->${to}`;
}

/** What the channel answers to each question, and the field that says it. */
export const channelAnswers = {
  charge: { field: "result", said: chargeReply.options.flatMap(({ shape }) => valuesOf(shape.result)) },
  query: { field: "status", said: stateReply.options.flatMap(({ shape }) => valuesOf(shape.status)) },
  close: { field: "status", said: stateReply.options.flatMap(({ shape }) => valuesOf(shape.status)) },
  refund: { field: "result", said: refundReply.options.flatMap(({ shape }) => valuesOf(shape.result)) },
} as const;

/** Of a schema for one word or for several. */
function valuesOf(schema: z.ZodLiteral<string> | z.ZodEnum<Record<string, string>>): readonly string[] {
  return schema instanceof z.ZodEnum ? schema.options : [...schema.values];
}

export const families = {
  messages: "what befalls messages",
  blows: "what befalls processes and the database",
  points: "named points that were passed",
  moves: "moves of an order",
  notices: "effects of notices",
  events: "effects of events",
  answers: "answers of the channel",
  labels: "labels of the reconciler, at the end",
  claims: "claims, by the runs that gave them something to be checked on",
} as const;

/** Claims are not listed: which of them are judged is for each run to say. */
export const catalogue: Catalogue = {
  [families.messages]: messageFates,
  [families.blows]: blows,
  [families.points]: points,
  [families.moves]: [move(null, "CREATED"), ...edges.map(({ from, to }) => move(from, to))],
  [families.notices]: effects,
  [families.events]: deliveryReply.shape.effect.options,
  [families.answers]: Object.entries(channelAnswers).flatMap(([kind, { said }]) => said.map((one) => `${kind} ${one}`)),
  [families.labels]: labels.map(({ label }) => label),
  [families.claims]: [],
};
