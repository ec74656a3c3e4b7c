/**
 * HF-31. The right amount, in another currency or for another payment object, by every way on which the channel tells of money.
 * Such notices come before an order is paid, while nobody knows, and when it is at its end; the reply to a charge, a query, a close and a
 * refund name another payment than the channel has booked. Each notice is written down as what it differs in, and nothing of it moves an order: the next
 * true answer does. The channel for its part charges and refunds an order it knows under no other payment. One order is in yen.
 */
import {
  booksAgree,
  breaks,
  everyEndTold,
  experiment,
  moneyIsForPlaces,
  nothingIncomplete,
  nothingPending,
  noticesTellTheirPayment,
  oneRefundKey,
  paidOnce,
  refundedInFull,
  stockConserved,
  type Order,
} from "../../harness/shop/scenario.ts";
import { currencyNotCompared } from "../controls/currencyNotCompared.ts";
import { paymentObjectNotCompared } from "../controls/paymentObjectNotCompared.ts";

const others = [
  { other: { currency: "USD" }, called: "CURRENCY_MISMATCH" },
  { other: { paymentObject: "pay-another" }, called: "PAYMENT_OBJECT_MISMATCH" },
] as const;

const mayNotFire = "what is PAID by the first wrong notice is neither charged nor asked about";

export default experiment("HF-31", {
  title: "The right amount in another currency, and for another payment object",
  stock: 8,
  config: { lateSuccess: "refund" },
  async story({ shop, channel, recovery, sweeper, time, note }) {
    const misnotify = async (order: Order) => {
      for (const { other, called } of others) {
        for (const kind of ["CHARGED", "DECLINED", "REFUNDED"] as const) {
          await channel.notify(order, kind, other).expect(called);
        }
      }
    };

    const early = await shop.order({ user: "user-0001" }).expect("CREATED");
    await misnotify(early);
    await shop.status(early).expect({ status: "CREATED", version: 1, reservation: "HELD" });
    await shop.pay(early).expect("PAID");
    const cancelled = await shop.order({ user: "user-0002" }).expect("CREATED");
    await shop.cancel(cancelled).expect("CANCELLED");
    const declined = await shop.order({ user: "user-0003" }).expect("CREATED");
    channel.decline(declined);
    await shop.pay(declined).expect("FAILED");
    for (const ended of [early, cancelled, declined]) await misnotify(ended);

    const asked = await shop.order({ user: "user-0004" }).expect("CREATED");
    channel.on("charge", asked).reply.lose();
    const callback = channel.on("callback", asked).hold();
    await shop.pay(asked).expect("UNKNOWN");
    await misnotify(asked);
    for (const [nth, { other }] of others.entries()) {
      channel.on("query", asked, nth + 1).reply.misname(other);
      await recovery.run().expect({ orders: 1 });
      await shop.status(asked).expect({ status: "UNKNOWN", version: 3, reservation: "HELD" });
    }
    await recovery.run().expect({ orders: 1 });
    await shop.status(asked).expect({ status: "PAID", version: 4, reservation: "CONFIRMED" });
    await callback.release().expect("DUPLICATE PAID");
    await misnotify(asked);
    for (const { other, called } of others) {
      await channel.charge(asked, other).expect({ http: 422, text: called });
      await channel.refundByHand(asked, "of another", other).expect({ http: 422, text: called });
    }
    await shop.status(asked).expect({ status: "PAID", version: 4, reservation: "CONFIRMED" });
    await shop.notices(asked).expect({ notices: 13 });

    for (const [nth, { other }] of others.entries()) {
      const replied = await shop.order({ user: `user-001${nth}` }).expect("CREATED");
      channel.on("charge", replied).reply.misname(other);
      const told = channel.on("callback", replied).hold();
      await shop.pay(replied).expect({ http: 200, text: "UNKNOWN" });
      await time.pass(1); // the channel's notice has been sent, and is held
      await told.release().expect("PAID");

      const closed = await shop.order({ user: `user-002${nth}` }).expect("CREATED");
      channel.on("charge", closed).request.delay(400); // it arrives between recovery's query and its close
      channel.on("callback", closed, "every").request.lose();
      channel.on("close", closed).request.delay(200);
      channel.on("close", closed).reply.misname(other);
      await shop.pay(closed).expect("UNKNOWN");
      await recovery.run().expect({ orders: 1 });
      await shop.status(closed).expect({ status: "UNKNOWN", version: 3, reservation: "HELD" });
      await recovery.run().expect({ orders: 1 });
      await shop.status(closed).expect({ status: "PAID", version: 4, reservation: "CONFIRMED" });
    }

    const key = "in yen";
    await shop.order({ user: "user-0005", key, currency: "YEN" }).expect({ http: 400, outcome: "INVALID" });
    const yen = await shop.order({ user: "user-0005", key, currency: "JPY" }).expect("CREATED");
    await shop.order({ user: "user-0005", key }).expect({ http: 422, outcome: "KEY_REUSED" });
    await shop.pay(yen).expect("PAID");
    await channel.notify(yen, "CHARGED").expect("CURRENCY_MISMATCH");

    const late = await shop.order({ user: "user-0006" }).expect("CREATED");
    const paid = channel.on("callback", late).hold();
    await channel.charge(late).expect("CHARGED");
    await time.pass(60_000);
    await sweeper.run().expect({ released: 1 });
    for (const [nth, { other }] of others.entries()) channel.on("refund", late, nth + 1).reply.misname(other);
    await paid.release().expect("REFUNDING");
    await shop.status(late).expect({ status: "REFUNDING", version: 2, reservation: "RELEASED" });
    await recovery.run().expect({ orders: 1 });
    await shop.status(late).expect({ status: "REFUNDING", version: 2, reservation: "RELEASED" });
    await recovery.run().expect({ orders: 1 });
    await shop.status(late).expect({ status: "REFUNDED", version: 3, reservation: "RELEASED" });
    await misnotify(late);
    await shop.refunds(late).expect({ tasks: 1, failed: 0, succeeded: 1, attempts: 3 });
    for (const order of [early, asked, yen, late]) note(shop.timeline(order));
    note(shop.noticeEffects);
    note(shop.reconciled);
  },
  holds: [
    noticesTellTheirPayment,
    paidOnce,
    moneyIsForPlaces,
    refundedInFull,
    oneRefundKey,
    stockConserved,
    everyEndTold,
    nothingPending,
    nothingIncomplete,
    booksAgree,
  ],
  control: [
    { ...breaks(booksAgree, "a number is an amount, in whatever currency", currencyNotCompared), mayNotFire },
    {
      ...breaks(noticesTellTheirPayment, "money under an order's number is for that order", paymentObjectNotCompared),
      mayNotFire,
    },
  ],
});
