/** The payment channel's stand-in over HTTP. */
import { Hono } from "hono";
import { receive } from "../http.ts";
import type { Ports } from "../ports.ts";
import { chargeRequest, closeRequest, refundRequest, type ChargeReply, type RefundReply } from "./contract.ts";
import type { Decide, Done, Forget, Ledger, Refuse } from "./ledger.ts";
import { notifyInBackground } from "./notify.ts";
import type { PaymentMismatch } from "./payment.ts";

export interface ChannelConfig {
  /** Whether a new charge succeeds. */
  readonly decide: Decide;
  /** Whether a refund under a new key is refused. */
  readonly refuse: Refuse;
  /** Whether the key of an order's refund is kept no longer. */
  readonly forgets: Forget;
  readonly callbackTimeoutMs: number;
  readonly callbackRetryMs: number;
  readonly callbackRetriesMax: number;
}

export function channelRoutes(ports: Ports, config: ChannelConfig, ledger: Ledger): Hono {
  function finish<T>(done: Done<T>): T {
    if (done.notify !== undefined) notifyInBackground(ports, config, done.notify);
    return done.reply;
  }

  const app = new Hono();

  app.post("/charge", async (c) => {
    const body = await receive(c.req.raw, chargeRequest);
    if (!body.valid) return c.json({ outcome: "INVALID", problems: body.problems }, 400);
    const reply = finish(ledger.charge(body.value));
    return c.json(reply, chargeCodes[reply.result]);
  });

  app.get("/charges/:merchant_order", (c) => c.json(ledger.state(c.req.param("merchant_order"))));

  app.post("/close", async (c) => {
    const body = await receive(c.req.raw, closeRequest);
    if (!body.valid) return c.json({ outcome: "INVALID", problems: body.problems }, 400);
    return c.json(ledger.close(body.value.merchant_order));
  });

  app.post("/refund", async (c) => {
    const body = await receive(c.req.raw, refundRequest);
    if (!body.valid) return c.json({ outcome: "INVALID", problems: body.problems }, 400);
    const reply = finish(ledger.refund(body.value));
    return c.json(reply, refundCodes[reply.result]);
  });

  app.get("/statement", (c) => c.json({ rows: ledger.statement() }));

  app.onError((error, c) => {
    ports.report(`${c.req.method} ${c.req.path}`, error);
    return c.json({ outcome: "ERROR" }, 500);
  });

  return app;
}

const mismatchCodes = {
  PAYMENT_OBJECT_MISMATCH: 422,
  CURRENCY_MISMATCH: 422,
  AMOUNT_MISMATCH: 422,
} as const satisfies Record<PaymentMismatch, number>;

const chargeCodes = {
  CHARGED: 200,
  DECLINED: 200,
  REFUNDED: 200,
  CLOSED: 409,
  ...mismatchCodes,
} as const satisfies Record<ChargeReply["result"], number>;

const refundCodes = {
  REFUNDED: 200,
  REFUSED: 409,
  NOT_CHARGED: 409,
  KEY_REUSED: 422,
  ...mismatchCodes,
} as const satisfies Record<RefundReply["result"], number>;
