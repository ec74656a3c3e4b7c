/**
 * HF-02. COMMIT is carried out and its reply is lost, once for every transaction but those of a refused refund; once it
 * is lost itself.
 * Whoever asked for it knows nothing: a buyer is answered 500, so is the channel, and a worker's round fails. Nobody takes
 * that for a failure, and nobody does it again without looking: a buyer's second wish is a replay, or is refused by what
 * the first one did; the channel comes again and is a duplicate; a worker's next round finds what there is.
 */
import {
  askedOnce,
  booksAgree,
  breaks,
  eventsComplete,
  everyEndTold,
  experiment,
  ledgerExplains,
  nothingAcknowledgedLost,
  nothingIncomplete,
  nothingPending,
  noticesAsTheyCame,
  oneRefundKey,
  oneRefundTask,
  paidOnce,
  refundedInFull,
  shippedEach,
  shippedOnce,
  stockConserved,
} from "../../harness/shop/scenario.ts";
import { unknownMeansFailed } from "../controls/unknownMeansFailed.ts";
import { unknownRunAgain } from "../controls/unknownRunAgain.ts";

export default experiment("HF-02", {
  title: "COMMIT is carried out and its reply is lost, transaction by transaction",
  long: true,
  stock: 12,
  async story({ shop, channel, database, recovery, sweeper, relay, time, note }) {
    const orders = database("orders-1");
    orders.loseReplyAt("order placed").expect("without a reply");
    await shop.order({ user: "user-0001", key: "wish-0001" }).expect({ http: 500 });
    const closed = await shop.order({ user: "user-0001", key: "wish-0001" }).expect({ http: 200, outcome: "REPLAY" });
    orders.loseReplyAt("pay begun").expect("without a reply");
    await shop.pay(closed).expect({ http: 500 });
    await shop.pay(closed).expect({ http: 409, text: "REJECTED PAYING" });
    database("recovery").loseReplyAt("close recorded").expect("without a reply");
    await recovery.run({ staleMs: 0 }).expect({ orders: 0, failed: 1 });
    await shop.status(closed).expect({ status: "FAILED", version: 3, reservation: "RELEASED" });

    const paid = await shop.order({ user: "user-0002" });
    orders.loseReplyAt("charge recorded").expect("without a reply");
    await shop.pay(paid).expect({ http: 500 });
    await shop.pay(paid).expect({ http: 409, text: "REJECTED PAID" });
    const declined = await shop.order({ user: "user-0003" });
    channel.decline(declined);
    orders.loseReplyAt("charge recorded").expect("without a reply");
    await shop.pay(declined).expect({ http: 500 });
    await shop.pay(declined).expect({ http: 409, text: "REJECTED FAILED" });

    const called = await shop.order({ user: "user-0004" });
    channel.on("charge", called).reply.lose();
    const callback = channel.on("callback", called).hold();
    orders.loseReplyAt("no answer recorded").expect("without a reply");
    await shop.pay(called).expect({ http: 500 });
    await shop.status(called).expect({ status: "UNKNOWN", version: 3, reservation: "HELD" });
    orders.loseReplyAt("callback recorded").expect("without a reply");
    await callback.release().expect({ http: 500 });
    await time.pass(1_001); // the channel comes again
    await shop.status(called).expect({ status: "PAID", version: 4, reservation: "CONFIRMED" });
    const queried = await shop.order({ user: "user-0005" });
    channel.on("charge", queried).reply.lose();
    channel.on("callback", queried, "every").request.lose();
    await shop.pay(queried).expect("UNKNOWN");
    database("recovery").loseReplyAt("query recorded").expect("without a reply");
    await recovery.run().expect({ orders: 0, failed: 1 });
    await shop.status(queried).expect({ status: "PAID", version: 4, reservation: "CONFIRMED" });

    const cancelled = await shop.order({ user: "user-0006" });
    orders.loseReplyAt("order cancelled").expect("without a reply");
    await shop.cancel(cancelled).expect({ http: 500 });
    await shop.cancel(cancelled).expect({ http: 409, text: "REJECTED CANCELLED" });
    orders.loseReplyAt("callback recorded").expect("without a reply");
    await channel.charge(cancelled).expect("CHARGED"); // its buyer pays at the channel all the same
    await time.pass(1_001);
    await shop.status(cancelled).expect({ status: "REFUNDING", version: 3 });
    database("recovery").loseReplyAt("refund attempt counted").expect("without a reply");
    await recovery.run().expect({ orders: 0, failed: 1 });
    database("recovery").loseReplyAt("refund recorded").expect("without a reply");
    await recovery.run().expect({ orders: 0, failed: 1 });
    await shop.status(cancelled).expect({ status: "REFUNDED", version: 4, reservation: "RELEASED" });

    const late = await shop.order({ user: "user-0007" });
    channel.on("charge", late).reply.lose();
    const lateCallback = channel.on("callback", late).hold();
    await shop.pay(late).expect("UNKNOWN");
    const lapsed = await shop.order({ user: "user-0008" });
    await time.pass(60_000);
    database("sweeper").loseReplyAt("holds released").expect("without a reply");
    await sweeper.run().expect("connection lost");
    await sweeper.run().expect({ released: 0 });
    orders.loseReplyAt("callback recorded").expect("without a reply");
    await lateCallback.release().expect({ http: 500 });
    await time.pass(1_001);
    await shop.status(late).expect({ status: "PAID", version: 4, reservation: "CONFIRMED" });
    database("recovery").breakAt("order cancelled").expect("disconnected");
    await recovery.run().expect({ orders: 0, failed: 1 });
    await shop.status(lapsed).expect({ status: "CREATED", version: 1, reservation: "RELEASED" });
    database("recovery").loseReplyAt("order cancelled").expect("without a reply");
    await recovery.run().expect({ orders: 0, failed: 1 });
    await shop.status(lapsed).expect({ status: "CANCELLED", version: 2, reservation: "RELEASED" });
    await shop.available().expect({ available: 8 });

    database("fulfillment").loseReplyAt("event recorded").expect("without a reply");
    await relay.run().expect({ delivered: 0 });
    database("fulfillment").loseReplyAt("arrival recorded").expect("without a reply");
    await relay.run().expect({ delivered: 0 });
    database("relay").loseReplyAt("events marked").expect("without a reply");
    await relay.run().expect("connection lost");
    await relay.run().expect({ delivered: 0 });
    await shop.unpublished().expect({ events: 0 });
    for (const order of [closed, paid, declined, called, queried, cancelled, late, lapsed]) note(shop.timeline(order));
    note(shop.noticeEffects);
    note(shop.deliveryEffects);
    note(shop.reconciled);
  },
  holds: [
    paidOnce,
    askedOnce,
    noticesAsTheyCame,
    refundedInFull,
    oneRefundKey,
    oneRefundTask,
    stockConserved,
    ledgerExplains,
    eventsComplete,
    everyEndTold,
    shippedEach,
    shippedOnce,
    nothingAcknowledgedLost,
    nothingPending,
    nothingIncomplete,
    booksAgree,
  ],
  control: [
    breaks(booksAgree, "an unknown COMMIT is taken for a failure, and the money given back", unknownMeansFailed),
    {
      ...breaks(noticesAsTheyCame, "a transaction is run again when its COMMIT is unknown", unknownRunAgain),
      mayNotFire: "what is run again is answered, so the relay has less to carry a second time",
    },
  ],
});
