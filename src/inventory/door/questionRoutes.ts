/** Questions over HTTP: a GET for each below /inventory. Who asks is made sure of here, for whichever service answers. */
import { Hono, type Context as Exchange } from "hono";
import { z } from "zod";
import { readBy } from "../../http.ts";
import type { Context } from "../../parts.ts";
import { adviceOn, type Answer, type Refusal } from "./answer.ts";
import { who } from "./asked.ts";
import type { Question } from "./questions.ts";

/** The endpoints of these questions; of whatever else is added to them nobody is told either why it failed. */
export function questionRoutes(shop: Context, questions: readonly Question[]): Hono {
  const app = new Hono();
  for (const question of questions) {
    const path = question.path.replaceAll(/\{(\w+)\}/g, ":$1");
    app.get(`/inventory${path}`, async (c) => answer(shop, c, question));
  }
  app.onError((error, c) => {
    shop.ports.report(`${c.req.method} ${c.req.path}`, error);
    return refuse(c, "INTERNAL", {});
  });
  return app;
}

/** Refused unless it says who asks, and that may look. */
async function answer(shop: Context, c: Exchange, { ask, further }: Question): Promise<Response> {
  const read = readBy(z.strictObject({ ...further, ...who }), c.req.query(), "query");
  if (!read.valid) return refuse(c, "INVALID", { problems: read.problems });
  const { tenant, caller, trace_id, ...said } = read.value;
  const asking = { tenant, caller, trace_id };
  const sees = shop.parts.mayLook(shop, asking);
  if (sees === "none") return refuse(c, "NOT_ALLOWED", { trace_id });
  const found = await ask(shop, { ...asking, sees }, c.req.param(), said);
  if (typeof found === "string") return refuse(c, found, { trace_id });
  return isAnswer(found) ? tell(c, trace_id, found) : c.json({ ...found, trace_id });
}

/** Of an operation, told as it was told before, to the byte. */
function isAnswer(found: object): found is Answer {
  return "status_url" in found;
}

export function tell(c: Exchange, trace_id: string, told: Answer): Response {
  const { outcome, cause } = told;
  const http = cause === undefined ? (outcome === "ACCEPTED" ? 202 : 200) : adviceOn[cause].http;
  return c.json({ ...told, trace_id }, http);
}

/** Of a question that has no answer. */
function refuse(
  c: Exchange,
  cause: Refusal,
  { trace_id, problems }: { readonly trace_id?: string; readonly problems?: readonly string[] },
): Response {
  const { http, next, show } = adviceOn[cause];
  return c.json({ outcome: "REJECTED", cause, next_action: next, show, trace_id, problems }, http);
}
