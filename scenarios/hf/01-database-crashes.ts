/**
 * HF-01. The database crashes in the middle of everything, recovers, and everything goes on.
 * It stops at once, as a killed server does, while a charge's answer is being recorded; when it has been, before anybody is
 * told; while a callback is recorded; in the moment in which the channel has heard its 200; at some decision while four
 * orders are being paid and a relay carries events; and when the consumer has taken three events of which none is marked.
 * Whoever lost the connection knows no more than that, and is served afterwards: what was answered as done is in the
 * books, and what was not is done once. The gaps in the orders' numbers are PostgreSQL's own: it logs a sequence ahead.
 */
import {
  booksAgree,
  breaks,
  chargedWhenPaid,
  eventsComplete,
  everyEndTold,
  experiment,
  ledgerExplains,
  nothingAcknowledgedLost,
  nothingIncomplete,
  nothingPending,
  paidOnce,
  shippedEach,
  shippedOnce,
  stockConserved,
  users,
} from "../../harness/shop/scenario.ts";
import { answeredBeforeCommit } from "../controls/answeredBeforeCommit.ts";

export default experiment("HF-01", {
  title: "The database crashes in the middle of pay, of a callback and of the relay",
  long: true,
  stock: 8,
  crashes: true,
  async story({ shop, channel, postgres, recovery, relay, time, together, whole, note }) {
    const payer = await shop.order({ user: "user-0001" });
    const callback = channel.on("callback", payer).hold();
    postgres.crashAt("event written", { on: "orders-1" }).expect("recovered");
    await shop.pay(payer).expect({ http: 500 });
    await shop.status(payer).expect({ status: "PAYING", version: 2, reservation: "HELD" });
    await recovery.run({ staleMs: 0 });
    await shop.status(payer).expect({ status: "PAID", version: 3, reservation: "CONFIRMED" });
    await time.pass(1); // the channel's notice has been sent, and is held
    await callback.release().expect("DUPLICATE PAID");

    const unsure = await shop.order({ user: "user-0002" });
    const later = channel.on("callback", unsure).hold();
    postgres.crashAt("paid, not told", { on: "orders-1", when: "reply" }).expect("recovered");
    await shop.pay(unsure).expect({ http: 500 });
    await shop.pay(unsure).expect("REJECTED PAID");
    await time.pass(1);
    await later.release().expect("DUPLICATE PAID");

    const called = await shop.order({ user: "user-0003" });
    channel.on("charge", called).reply.lose();
    postgres.crashAt("event written", { on: "orders-1" }).expect("recovered");
    await shop.pay(called).expect("UNKNOWN");
    await time.pass(1_000); // the channel got no 200, and comes again
    await shop.status(called).expect({ status: "PAID", version: 4, reservation: "CONFIRMED" });

    const answered = await shop.order({ user: "user-0004" });
    channel.on("charge", answered).reply.lose();
    postgres.crashAt("callback answered", { on: "channel" }).expect("recovered");
    await shop.pay(answered).expect("PAID");

    const crowd = [];
    for (const user of users(5, 8)) crowd.push(await shop.order({ user }));
    const when = (["before", "after", "reply"] as const)[whole(0, 2)];
    const anywhere = postgres.crashAtDecision(whole(1, 60), when).expect("recovered");
    relay.run();
    await together(anywhere, ...crowd.map((order) => shop.pay(order)));
    await together(...crowd.map((order) => shop.pay(order))); // whoever was answered 500 tries again
    await recovery.run({ staleMs: 0 });

    postgres.crashAt("third event taken", { on: "relay" }).expect("recovered");
    await relay.run().expect("connection lost");
    await relay.run();
    await shop.unpublished().expect({ events: 0 });
    note(shop.timeline(payer));
    note(shop.timeline(unsure));
    note(shop.timeline(called));
    note(shop.timeline(answered));
    note(shop.finalStates);
    note(shop.deliveryEffects);
    note(shop.reconciled);
  },
  holds: [
    nothingAcknowledgedLost,
    paidOnce,
    chargedWhenPaid,
    stockConserved,
    ledgerExplains,
    eventsComplete,
    everyEndTold,
    shippedEach,
    shippedOnce,
    nothingPending,
    nothingIncomplete,
    booksAgree,
  ],
  control: breaks(nothingAcknowledgedLost, "a callback is answered before its commit", answeredBeforeCommit),
});
