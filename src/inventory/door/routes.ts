/** The inventory over HTTP, below /inventory: a POST for each command, a GET for each question. What comes in is checked here. */
import { Hono, type Context as Exchange } from "hono";
import { z } from "zod";
import type { Tx } from "../../database.ts";
import { jsonOrUndefined, readBy } from "../../http.ts";
import type { Context } from "../../parts.ts";
import { adviceOn, answerOf, rejected, type Answer, type Refusal } from "./answer.ts";
import { id, who } from "./asked.ts";
import { commands, type Command } from "./commands.ts";
import { questions, type Question } from "./questions.ts";

/** Who asks a question: in the query string. */
const asking = z.strictObject(who);

/** What can be read of a request that is no valid one, so that its caller finds it again. */
const naming = z
  .object({ operation_id: id.catch(""), trace_id: id.catch("") })
  .catch({ operation_id: "", trace_id: "" });

export function inventoryRoutes(shop: Context): Hono {
  const app = new Hono();
  for (const command of commands) app.post(`/inventory/${command.name}`, async (c) => obey(shop, c, command));
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

/** What is no valid command is refused at the door, and leaves no operation. */
async function obey(shop: Context, c: Exchange, { name, body, judge, unknown }: Command): Promise<Response> {
  const arrivedMs = shop.ports.clock.nowMs();
  const said = await jsonOrUndefined(c.req.raw);
  const { operation_id, trace_id } = naming.parse(said);
  const about = { operation_id, command: name };
  const received = readBy(body, said, "body");
  if (!received.valid) {
    const { problems } = received;
    return tell(c, trace_id, answerOf(about, rejected("INVALID", "NOT_BEGUN", { details: { problems } })));
  }
  const asked = received.value;
  try {
    const operation = { command: name, asked, arrivedMs, unknown, judge: async (tx: Tx) => judge(shop, tx, asked) };
    return tell(c, trace_id, await shop.parts.carryOut(shop, operation));
  } catch (error) {
    shop.ports.report(`${name} ${operation_id}`, error);
    return tell(c, trace_id, answerOf(about, { outcome: "UNKNOWN", cause: "INTERNAL", ...unknown }));
  }
}

/** Refused unless it says who asks, and that may look. */
async function answer(shop: Context, c: Exchange, { ask }: Question): Promise<Response> {
  const read = readBy(asking, c.req.query(), "query");
  if (!read.valid) return refuse(c, "INVALID", { problems: read.problems });
  const { trace_id } = read.value;
  const sees = shop.parts.mayLook(shop, read.value);
  if (sees === "none") return refuse(c, "NOT_ALLOWED", { trace_id });
  const found = await ask(shop, { ...read.value, sees }, c.req.param());
  if (typeof found === "string") return refuse(c, found, { trace_id });
  return isAnswer(found) ? tell(c, trace_id, found) : c.json({ ...found, trace_id });
}

/** Of an operation, told as it was told before, to the byte. */
function isAnswer(found: object): found is Answer {
  return "status_url" in found;
}

function tell(c: Exchange, trace_id: string, told: Answer): Response {
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
