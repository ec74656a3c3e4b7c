/**
 * HF-29. Answers that make no sense: a gateway answers in the channel's place, an error reads like an answer, half of one is
 * missing. None of them says what the channel has done, whatever it says.
 * The charge of one order never arrived, and a 500 says CHARGED; that of another was booked, and its answer is cut short. Both are
 * UNKNOWN. A query, a close and a refund that make no sense leave everything to the next round, and a notice that was taken comes
 * again. So does an event.
 */
import {
  appliedOnce,
  askedOnce,
  booksAgree,
  breaks,
  everyEndTold,
  experiment,
  failedUncharged,
  nothingIncomplete,
  nothingPending,
  oneRefundKey,
  paidOnce,
  refundedInFull,
  shippedOnce,
  stockConserved,
} from "../../harness/shop/scenario.ts";
import { nonsenseBelieved } from "../controls/nonsenseBelieved.ts";

export default experiment("HF-29", {
  title: "Answers that make no sense: by another, in error, cut short",
  stock: 4,
  config: { lateSuccess: "refund" },
  async story({ shop, channel, recovery, relay, sweeper, time, note }) {
    const never = await shop.order({ user: "user-0001" }).expect("CREATED");
    channel.on("charge", never).request.answerInError("CHARGED");
    await shop.pay(never).expect({ http: 200, text: "UNKNOWN" });
    const booked = await shop.order({ user: "user-0002" }).expect("CREATED");
    channel.on("charge", booked).reply.cutShort();
    const callback = channel.on("callback", booked).hold();
    channel.on("callback", booked).reply.cutShort();
    await shop.pay(booked).expect({ http: 200, text: "UNKNOWN" });

    channel.on("query", never).request.answerInError("DECLINED");
    channel.on("query", booked).request.answerInstead(502, "<html>502 Bad Gateway</html>");
    await recovery.run().expect({ orders: 2 });
    channel.on("close", never).request.answerInstead(503, '{"status":"CLOSED"}');
    channel.on("query", booked, 2).reply.cutShort();
    await recovery.run().expect({ orders: 2 });
    for (const order of [never, booked]) {
      await shop.status(order).expect({ status: "UNKNOWN", version: 3, reservation: "HELD" });
    }
    await callback.release();
    await shop.status(booked).expect({ status: "PAID", version: 4, reservation: "CONFIRMED" });
    await recovery.run().expect({ orders: 1 });
    await shop.status(never).expect({ status: "FAILED", version: 4, reservation: "RELEASED" });

    const late = await shop.order({ user: "user-0003" }).expect("CREATED");
    const paid = channel.on("callback", late).hold();
    await channel.charge(late).expect("CHARGED");
    await time.pass(60_000);
    await sweeper.run().expect({ released: 1 });
    channel.on("refund", late).request.answerInError("REFUNDED");
    channel.on("refund", late, 2).reply.cutShort();
    await paid.release().expect("REFUNDING");
    await recovery.run().expect({ orders: 1 });
    await shop.status(late).expect({ status: "REFUNDING", version: 2, reservation: "RELEASED" });
    await shop.refunds(late).expect({ tasks: 1, failed: 0, succeeded: 0 });
    await recovery.run().expect({ orders: 1 });
    await shop.status(late).expect({ status: "REFUNDED", version: 3, reservation: "RELEASED" });

    channel.on("event", booked).request.answerInstead(500, '{"effect":"APPLIED"}');
    await relay.run();
    await relay.run();
    await relay.run();
    await shop.unpublished().expect({ events: 0 });
    for (const order of [never, booked, late]) note(shop.timeline(order));
  },
  holds: [
    paidOnce,
    askedOnce,
    failedUncharged,
    refundedInFull,
    oneRefundKey,
    stockConserved,
    everyEndTold,
    appliedOnce,
    shippedOnce,
    nothingPending,
    nothingIncomplete,
    booksAgree,
  ],
  control: {
    ...breaks(failedUncharged, "an answer that is not understood is a refusal", nonsenseBelieved),
    mayNotFire: "a FAILED order is asked about no more",
  },
});
