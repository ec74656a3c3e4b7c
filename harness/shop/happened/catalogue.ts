/** What can happen to the shop and in it, by family: each list comes from the table in the code that makes it happen. */

import { z } from "zod";
import { chargeReply, refundReply, stateReply } from "../../../src/channel/contract.ts";
import { deliveryReply } from "../../../src/fulfillment/event.ts";
import { edges } from "../../../src/order/machine.ts";
import { effects } from "../../../src/order/settle.ts";
import type { ReservationStatus } from "../../../src/inventory/reservation.ts";
import { completenessLabels } from "../../../src/reconcile/completeness.ts";
import { globalLabels, orderRules } from "../../../src/reconcile/rules.ts";
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
  refund: { field: "result", said: refundReply.shape.result.options },
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
  [families.labels]: [...orderLabels(), ...globalLabels, ...completenessLabels],
  [families.claims]: [],
};

/** Every label that some rule gives some order: the rules are asked about every way in which an order can stand. */
function orderLabels(): readonly string[] {
  const amount = 1n;
  const reservations: readonly (ReservationStatus | "NONE")[] = ["HELD", "CONFIRMED", "RELEASED", "NONE"];
  const found = orderRules.flatMap(({ of, label, fires }) =>
    of.flatMap((status) =>
      [0n, amount].flatMap((charged) =>
        [0n, amount].flatMap((refunded) =>
          reservations.flatMap((reservation) => {
            const order = { orderId: "", status, amount, reservationKey: "" };
            const facts = { order, charged, refunded, reservation };
            return fires(facts) ? [label(facts)] : [];
          }),
        ),
      ),
    ),
  );
  return [...new Set(found)];
}
