/** The order service over HTTP. What comes in is checked here; what goes out is spelled here. */
import { Hono } from "hono";
import { z } from "zod";
import { notice } from "../channel/contract.ts";
import { currency } from "../currency.ts";
import { receive } from "../http.ts";
import { limits } from "../limits.ts";
import type { Context } from "../parts.ts";
import { decisions, type DecideOutcome } from "./conflict.ts";
import type { Placed } from "./place.ts";

const name = z.string().min(1).max(limits.nameLengthMax);

const placeBody = z.strictObject({
  request_key: name,
  user: name,
  sku: name,
  amount: z.int().min(1).max(limits.amountMax),
  /** The deployment's own, where nothing is said. */
  currency: currency.optional(),
});

const decisionBody = z.strictObject({
  decision: z.enum(decisions),
  decider: name,
  reason: z.string().min(1).max(limits.reasonLengthMax),
});

export function orderRoutes(shop: Context): Hono {
  const { parts } = shop;
  const app = new Hono();

  app.post("/orders", async (c) => {
    const body = await receive(c.req.raw, placeBody);
    if (!body.valid) return c.json({ outcome: "INVALID", problems: body.problems }, 400);
    const { request_key, user, sku, amount, currency = shop.config.currency } = body.value;
    const placed = await parts.placeOrder(shop, { requestKey: request_key, userId: user, sku, amount, currency });
    const reply = "orderId" in placed ? { outcome: placed.outcome, order_id: placed.orderId } : placed;
    return c.json(reply, placeCodes[placed.outcome]);
  });

  app.post("/orders/:order_id/pay", async (c) => {
    const orderId = c.req.param("order_id");
    const paid = await parts.pay(shop, orderId);
    switch (paid.outcome) {
      case "ANSWERED":
        return c.json({ order_id: orderId, status: paid.status });
      case "REJECTED":
        return c.json({ outcome: "REJECTED", order_id: orderId, status: paid.status }, 409);
      case "NO_SUCH_ORDER":
        return c.json({ outcome: "NO_SUCH_ORDER" }, 404);
    }
  });

  app.post("/orders/:order_id/cancel", async (c) => {
    const orderId = c.req.param("order_id");
    const cancelled = await parts.cancel(shop, orderId);
    switch (cancelled.outcome) {
      case "CANCELLED":
        return c.json({ order_id: orderId, status: "CANCELLED" });
      case "REJECTED":
        return c.json({ outcome: "REJECTED", order_id: orderId, status: cancelled.status }, 409);
      case "NO_SUCH_ORDER":
        return c.json({ outcome: "NO_SUCH_ORDER" }, 404);
    }
  });

  app.get("/orders/:order_id", async (c) => {
    const orderId = c.req.param("order_id");
    const order = await parts.viewOrder(shop, orderId);
    return order === undefined ? c.json({ outcome: "NO_SUCH_ORDER" }, 404) : c.json({ order_id: orderId, ...order });
  });

  // For people: what waits for one of them, and what one decides. Sent again, a decision is answered the same.
  app.get("/conflicts", async (c) => {
    const open = await parts.listConflicts(shop);
    const conflicts = open.map(({ orderId, amount, cause, openedAt }) => {
      return { order_id: orderId, amount, cause, opened_at: openedAt.toISOString() };
    });
    return c.json({ conflicts });
  });

  app.post("/orders/:order_id/decision", async (c) => {
    const orderId = c.req.param("order_id");
    const body = await receive(c.req.raw, decisionBody);
    if (!body.valid) return c.json({ outcome: "INVALID", problems: body.problems }, 400);
    const decided = await parts.decide(shop, orderId, body.value);
    return c.json({ order_id: orderId, ...decided }, decideCodes[decided.outcome]);
  });

  // Anything but a 200 makes the channel repeat itself, so a failure on the way must not answer one.
  app.post("/callbacks/payment", async (c) => {
    const body = await receive(c.req.raw, notice);
    if (!body.valid) return c.json({ outcome: "INVALID", problems: body.problems }, 400);
    return c.json({ effect: await parts.takeNotice(shop, body.value) });
  });

  app.onError((error, c) => {
    shop.ports.report(`${c.req.method} ${c.req.path}`, error);
    return c.json({ outcome: "ERROR" }, 500);
  });

  return app;
}

const placeCodes = {
  CREATED: 201,
  REPLAY: 200,
  NO_SUCH_UNIT: 404,
  NOT_ON_SALE: 409,
  FROZEN: 409,
  RETIRED: 409,
  EPOCH_MISMATCH: 409,
  VERSION_CONFLICT: 409,
  SOLD_OUT: 409,
  USER_LIMIT: 409,
  KEY_REUSED: 422,
} as const satisfies Record<Placed["outcome"], number>;

const decideCodes = {
  DECIDED: 200,
  ALREADY_DECIDED: 409,
  NO_PLACE: 409,
  NO_CONFLICT: 409,
  NO_SUCH_ORDER: 404,
} as const satisfies Record<DecideOutcome["outcome"], number>;
