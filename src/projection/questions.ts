/** What readers ask the projector: who asks and whether it may look is made sure of as at the inventory's door. */
import { z } from "zod";
import { shownWords } from "../inventory/door/availability.ts";
import type { Question } from "../inventory/door/questions.ts";

const wish = z.object({
  seen: z.coerce.number().int().min(0).default(0).describe("The unit's version that the reader has seen."),
  otherwise: z
    .enum(["facts", "confirming"])
    .default("confirming")
    .describe("What is wanted when the view is behind that, or stands still."),
});

export const viewShape = z.object({
  unit_id: z.string(),
  availability: z.enum(shownWords),
  available: z.int().nullable().describe("Pieces; null where none can be named."),
  source: z.enum(["PROJECTION", "FACTS"]),
  epoch: z.int(),
  watermark: z.int().describe("The unit's version that this is."),
  observed_at: z.iso.datetime().describe("By the database's clock."),
  expires_at: z.iso.datetime().describe("From here on it has to be asked again."),
});

export const viewQuestions: readonly Question[] = [
  {
    path: "/projection/units/{unit}",
    name: "view",
    says: "How a unit is shown, by the projector; never older than the reader has seen it.",
    further: wish.shape,
    reply: "View",
    shape: viewShape,
    ask: async (shop, { tenant }, { unit: unitId = "" }, said) => {
      const found = await shop.parts.showUnit(shop, { tenant, unitId, ...wish.parse(said) });
      if (found === undefined) return "NO_SUCH_UNIT";
      const { unitId: unit_id, observedAt: observed_at, expiresAt: expires_at, ...shown } = found;
      return { unit_id, ...shown, observed_at, expires_at };
    },
  },
];
