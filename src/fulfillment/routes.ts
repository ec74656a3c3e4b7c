/** The consumer over HTTP. A 200 means that the event is dealt with for good, whatever its effect was. */
import { Hono } from "hono";
import { receive } from "../http.ts";
import type { Context } from "../parts.ts";
import { event } from "./event.ts";

export function fulfillmentRoutes(shop: Context): Hono {
  const app = new Hono();

  app.post("/events", async (c) => {
    const body = await receive(c.req.raw, event);
    if (!body.valid) return c.json({ outcome: "INVALID", problems: body.problems }, 400);
    return c.json({ effect: await shop.parts.consume(shop, body.value) });
  });

  app.onError((error, c) => {
    shop.ports.report(`${c.req.method} ${c.req.path}`, error);
    return c.json({ outcome: "ERROR" }, 500);
  });

  return app;
}
