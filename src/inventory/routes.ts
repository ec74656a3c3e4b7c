/** The inventory over HTTP, below /inventory: a POST for each command, a GET for each question. What comes in is checked here. */
import { Hono, type Context as Exchange } from "hono";
import { z } from "zod";
import type { Tx } from "../database.ts";
import { jsonOrUndefined, readBy } from "../http.ts";
import type { Context } from "../parts.ts";
import { adviceOn, answerOf, rejected, type Answer, type Refusal } from "./answer.ts";
import { id, who } from "./asked.ts";
import { commands } from "./commands.ts";
import type { Seeing } from "./lookup.ts";

/** Who asks a question: in the query string. */
const asking = z.strictObject(who);

const version = z.coerce.number().pipe(z.int().min(1));

/** What can be read of a request that is no valid one, so that its caller finds it again. */
const naming = z
  .object({ operation_id: id.catch(""), trace_id: id.catch("") })
  .catch({ operation_id: "", trace_id: "" });

export function inventoryRoutes(shop: Context): Hono {
  const { parts } = shop;
  const app = new Hono();

  for (const { name, body, judge } of commands) {
    app.post(`/inventory/${name}`, async (c) => {
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
        const operation = { command: name, asked, arrivedMs, judge: async (tx: Tx) => judge(shop, tx, asked) };
        return tell(c, trace_id, await parts.carryOut(shop, operation));
      } catch (error) {
        shop.ports.report(`${name} ${operation_id}`, error);
        return tell(c, trace_id, answerOf(about, { outcome: "UNKNOWN", state: "UNKNOWN", cause: "INTERNAL" }));
      }
    });
  }

  /** A question: refused unless it says who asks, and that may look. */
  const question = (path: string, ask: (c: Exchange, who: Seeing) => Promise<Response>): void => {
    app.get(`/inventory${path}`, async (c) => {
      const read = readBy(asking, c.req.query(), "query");
      if (!read.valid) return refuse(c, "INVALID", { problems: read.problems });
      const sees = parts.mayLook(shop, read.value);
      return sees === "none" ? refuse(c, "NOT_ALLOWED", read.value) : ask(c, { ...read.value, sees });
    });
  };

  question("/operations/:id", async (c, who) => {
    return tell(c, who.trace_id, await parts.lookUpOperation(shop, who, c.req.param("id") ?? ""));
  });

  question("/reservations/:id{.+}", async (c, who) => {
    const [found] = await parts.lookUpReservations(shop, who, { key: c.req.param("id") ?? "" });
    return found === undefined ? refuse(c, "NO_SUCH_RESERVATION", who) : c.json({ ...found, trace_id: who.trace_id });
  });

  question("/orders/:id", async (c, who) => {
    const reservations = await parts.lookUpReservations(shop, who, { orderId: c.req.param("id") ?? "" });
    return c.json({ reservations, trace_id: who.trace_id });
  });

  question("/units/:unit", async (c, who) => {
    const found = await parts.checkAvailability(shop, who, c.req.param("unit") ?? "");
    return found === undefined ? refuse(c, "NO_SUCH_UNIT", who) : c.json({ ...found, trace_id: who.trace_id });
  });

  question("/units/:unit/versions/:version", async (c, who) => {
    const read = readBy(version, c.req.param("version"), "version");
    if (!read.valid) return refuse(c, "INVALID", { problems: read.problems, trace_id: who.trace_id });
    const found = await parts.lookUpVersion(shop, who, c.req.param("unit") ?? "", read.value);
    return found === undefined ? refuse(c, "NO_SUCH_UNIT", who) : c.json({ ...found, trace_id: who.trace_id });
  });

  app.onError((error, c) => {
    shop.ports.report(`${c.req.method} ${c.req.path}`, error);
    return refuse(c, "INTERNAL", {});
  });

  return app;
}

function tell(c: Exchange, trace_id: string, answer: Answer): Response {
  return c.json({ ...answer, trace_id }, codeOf(answer));
}

function codeOf({ outcome, cause }: Answer) {
  if (cause !== undefined) return adviceOn[cause].http;
  return outcome === "ACCEPTED" ? 202 : outcome === "MANUAL_REQUIRED" ? 409 : 200;
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
