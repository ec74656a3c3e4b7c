/** The projector over HTTP: it takes events, and shows units. A 200 to an event means that it is dealt with for good. */
import { Hono } from "hono";
import { receive } from "../http.ts";
import { questionRoutes } from "../inventory/door/questionRoutes.ts";
import type { Context } from "../parts.ts";
import { stockEvent } from "./event.ts";
import { viewQuestions } from "./questions.ts";

export function projectorRoutes(shop: Context): Hono {
  const app = new Hono();

  app.post("/inventory/projection/events", async (c) => {
    const body = await receive(c.req.raw, stockEvent);
    if (!body.valid) return c.json({ outcome: "INVALID", problems: body.problems }, 400);
    const effect = await shop.parts.project(shop, body.value);
    if (effect === undefined) return c.json({ outcome: "NO_SUCH_UNIT" }, 404);
    return c.json({ effect }, effect === "PAUSED" ? 409 : 200);
  });

  app.onError((error, c) => {
    shop.ports.report(`${c.req.method} ${c.req.path}`, error);
    return c.json({ outcome: "ERROR" }, 500);
  });

  app.route("/", questionRoutes(shop, viewQuestions));
  return app;
}
