/** The projector over HTTP: it takes events, and shows units. A 200 to an event means that it is dealt with for good. */
import { Hono } from "hono";
import { z } from "zod";
import { receive } from "../http.ts";
import { limits } from "../limits.ts";
import type { Context } from "../parts.ts";
import { stockEvent } from "./event.ts";

const wish = z.object({
  unitId: z.string().min(1).max(limits.nameLengthMax),
  seen: z.coerce.number().int().min(0).default(0),
  otherwise: z.enum(["facts", "confirming"]).default("confirming"),
});

export function projectorRoutes(shop: Context): Hono {
  const app = new Hono();

  app.post("/inventory/projection/events", async (c) => {
    const body = await receive(c.req.raw, stockEvent);
    if (!body.valid) return c.json({ outcome: "INVALID", problems: body.problems }, 400);
    const effect = await shop.parts.project(shop, body.value);
    if (effect === undefined) return c.json({ outcome: "NO_SUCH_UNIT" }, 404);
    return c.json({ effect }, effect === "PAUSED" ? 409 : 200);
  });

  app.get("/inventory/projection/units/:id", async (c) => {
    const asked = wish.safeParse({ unitId: c.req.param("id"), ...c.req.query() });
    if (!asked.success) return c.json({ outcome: "INVALID" }, 400);
    const found = await shop.parts.showUnit(shop, asked.data);
    if (found === undefined) return c.json({ outcome: "NO_SUCH_UNIT" }, 404);
    const { unitId, observedAt, expiresAt, ...shown } = found;
    return c.json({ unit_id: unitId, ...shown, observed_at: observedAt, expires_at: expiresAt });
  });

  app.onError((error, c) => {
    shop.ports.report(`${c.req.method} ${c.req.path}`, error);
    return c.json({ outcome: "ERROR" }, 500);
  });

  return app;
}
