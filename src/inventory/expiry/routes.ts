/** The expiry service over HTTP: a POST for each delay task. Its answer says that the task waits, and nothing of how it will end. */
import { Hono } from "hono";
import { receive } from "../../http.ts";
import type { Context } from "../../parts.ts";
import { expiryBody } from "./delayTask.ts";

export function expiryRoutes(shop: Context): Hono {
  const { parts, ports } = shop;
  const app = new Hono();

  app.post("/expiries", async (c) => {
    const body = await receive(c.req.raw, expiryBody);
    if (!body.valid) return c.json({ outcome: "INVALID", problems: body.problems }, 400);
    const { request_key: requestKey } = body.value;
    ports.background(`end ${requestKey}`, async () => {
      try {
        await parts.expire(shop, requestKey);
      } catch (error) {
        ports.report(`delay task of ${requestKey}`, error);
      }
    });
    return c.json({ outcome: "WAITING" }, 202);
  });

  app.onError((error, c) => {
    ports.report(`${c.req.method} ${c.req.path}`, error);
    return c.json({ outcome: "ERROR" }, 500);
  });

  return app;
}
