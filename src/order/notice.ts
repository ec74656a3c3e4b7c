/** Takes in a callback: its effect and the record of its arrival are one transaction. */
import type { Notice } from "../channel/contract.ts";
import type { PaymentAnswer } from "../channel/client.ts";
import { fromWirePayment } from "../channel/payment.ts";
import type { Tx } from "../database.ts";
import type { Context } from "../parts.ts";
import type { Effect } from "./settle.ts";

/** Returns once everything is committed; only then may the channel be told to stop repeating itself. */
export async function takeNotice(shop: Context, notice: Notice): Promise<Effect> {
  const { parts } = shop;
  const orderId = notice.merchant_order;
  const settled = await parts.transaction(shop, async (tx) => {
    const applied = await parts.applyAnswer(shop, tx, orderId, answerOf(notice), `callback ${notice.notify_id}`);
    await parts.recordNotice(shop, tx, notice, applied.effect);
    return applied;
  });
  return (await parts.followUp(shop, orderId, settled)).effect;
}

/** Every copy gets its own row. What makes a repeated notice harmless is the order's state, not its id. */
export async function recordNotice(_shop: Context, tx: Tx, notice: Notice, effect: Effect): Promise<void> {
  await tx.query(
    `INSERT INTO payment_notification (notify_id, order_id, kind, amount, currency, payment_object, txn, effect, received_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, db_now())`,
    [
      ...[notice.notify_id, notice.merchant_order, notice.kind],
      ...[notice.amount, notice.currency, notice.payment_object],
      ...[notice.txn, effect],
    ],
  );
}

export function answerOf(notice: Notice): PaymentAnswer {
  const payment = fromWirePayment(notice);
  if (notice.kind !== "CHARGED") return { state: notice.kind, payment };
  return { state: "CHARGED", payment, txn: notice.txn ?? "" };
}
