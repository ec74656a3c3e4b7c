/** Every question by its path: what it says, and the part that answers it. */
import { z } from "zod";
import type { Context } from "../../parts.ts";
import { answerShape, type Refusal } from "./answer.ts";
import { availabilityShape } from "./check.ts";
import { reservationShape, versionShape, type Seeing } from "./lookup.ts";

export interface Question {
  /** Below /inventory; what is in braces is named by whoever asks. */
  readonly path: string;
  readonly name: string;
  readonly says: string;
  /** What may be said beyond who asks, in the query string. */
  readonly further?: Readonly<Record<string, z.ZodType>>;
  /** What the reply is called, and how it looks. */
  readonly reply: string;
  readonly shape: z.ZodType;
  /** Or why there is no answer. */
  readonly ask: (
    shop: Context,
    who: Seeing,
    named: Readonly<Record<string, string>>,
    said: Readonly<Record<string, unknown>>,
  ) => Promise<object | Refusal>;
}

const version = z.coerce.number().pipe(z.int().min(1));

export const questions: readonly Question[] = [
  {
    path: "/units/{unit}",
    name: "check",
    says: "What may be shown of a unit. It promises nothing: only a Reserve does.",
    reply: "Availability",
    shape: availabilityShape,
    ask: async (shop, who, { unit = "" }) => (await shop.parts.checkAvailability(shop, who, unit)) ?? "NO_SUCH_UNIT",
  },
  {
    path: "/operations/{operation}",
    name: "operation",
    says: "What became of an operation.",
    reply: "Answer",
    shape: answerShape,
    ask: async (shop, who, { operation = "" }) => shop.parts.lookUpOperation(shop, who, operation),
  },
  {
    path: "/reservations/{reservation}",
    name: "reservation",
    says: "What has become of a reservation, and by which operations.",
    reply: "Reservation",
    shape: reservationShape,
    ask: async (shop, who, { reservation = "" }) =>
      (await shop.parts.lookUpReservations(shop, who, { key: reservation }))[0] ?? "NO_SUCH_RESERVATION",
  },
  {
    path: "/orders/{order}",
    name: "order",
    says: "The reservations that were made for an order.",
    reply: "Reservations",
    shape: z.object({ reservations: z.array(reservationShape) }),
    ask: async (shop, who, { order = "" }) => {
      return { reservations: await shop.parts.lookUpReservations(shop, who, { orderId: order }) };
    },
  },
  {
    path: "/units/{unit}/versions/{version}",
    name: "version",
    says: "What made a unit what it was in a version.",
    reply: "Version",
    shape: versionShape,
    ask: async (shop, who, { unit = "", version: said }) => {
      const wanted = version.safeParse(said);
      if (!wanted.success) return "INVALID";
      return (await shop.parts.lookUpVersion(shop, who, unit, wanted.data)) ?? "NO_SUCH_UNIT";
    },
  },
];
