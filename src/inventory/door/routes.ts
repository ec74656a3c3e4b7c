/** The inventory over HTTP, below /inventory: a POST for each command, a GET for each question. What comes in is checked here. */
import type { Context as Exchange, Hono } from "hono";
import { z } from "zod";
import type { Tx } from "../../database.ts";
import { jsonOrUndefined, readBy } from "../../http.ts";
import type { Context } from "../../parts.ts";
import { answerOf, rejected } from "./answer.ts";
import { id } from "./asked.ts";
import { questionRoutes, tell } from "./questionRoutes.ts";
import { commands, type Command } from "./commands.ts";
import { questions } from "./questions.ts";

/** What can be read of a request that is no valid one, so that its caller finds it again. */
const naming = z
  .object({ operation_id: id.catch(""), trace_id: id.catch("") })
  .catch({ operation_id: "", trace_id: "" });

export function inventoryRoutes(shop: Context): Hono {
  const app = questionRoutes(shop, questions);
  for (const command of commands) app.post(`/inventory/${command.name}`, async (c) => obey(shop, c, command));
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
