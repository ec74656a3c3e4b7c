/**
 * C29-07. Two paid orders, one place left.
 * A and B expire while nobody knows whether they were charged, and a third user takes one of the two places. The
 * callbacks say that both were charged: A gets the last place under a new reservation, B gets its money back. The reply
 * to B's first refund comes too late; recovery asks again under the same key. What comes afterwards changes nothing.
 */
import {
  askedOnce,
  booksAgree,
  breaks,
  eventsComplete,
  everyEndTold,
  experiment,
  ledgerExplains,
  neverOversold,
  nothingIncomplete,
  nothingPending,
  oneRefundKey,
  oneRefundTask,
  paidOnce,
  refundedInFull,
  stockConserved,
} from "../../harness/shop/scenario.ts";
import { refundsLeftAlone } from "../controls/refundsLeftAlone.ts";
import { refundKeyPerAttempt } from "../controls/refundKeyPerAttempt.ts";
import { silenceMeansRefused } from "../controls/silenceMeansRefused.ts";

export default experiment("C29-07", {
  title: "The money arrives after the place was sold: hold again, or refund",
  stock: 2,
  async story({ shop, channel, recovery, sweeper, time, note }) {
    const a = await shop.order({ user: "user-0001" });
    const b = await shop.order({ user: "user-0002" });
    channel.on("charge", a).reply.delay(1200);
    channel.on("charge", b).reply.delay(1200);
    const [chargedA, chargedB] = [channel.on("callback", a).hold(), channel.on("callback", b).hold()];
    await shop.pay(a).expect("UNKNOWN");
    await shop.pay(b).expect("UNKNOWN");

    await time.pass(60_000);
    await sweeper.run().expect({ released: 2 });
    const third = await shop.order({ user: "user-0003" }).expect("CREATED");
    await shop.pay(third).expect("PAID");

    channel.on("refund", b).reply.delay(400);
    const refundedB = channel.on("callback", b, 2).hold();
    await chargedA.release().expect("PAID_REHELD");
    await chargedB.release().expect("REFUNDING");
    await shop.status(b).expect({ status: "REFUNDING" });
    await recovery.run();
    await shop.status(b).expect({ status: "REFUNDED", version: 5, reservation: "RELEASED" });

    await refundedB.release().expect("IGNORED REFUNDED");
    await channel.notify(b, "CHARGED").expect("DUPLICATE REFUNDED");
    await shop.status(b).expect({ status: "REFUNDED", version: 5 });
    note(shop.timeline(a));
    note(shop.timeline(b));
  },
  holds: [
    paidOnce,
    askedOnce,
    refundedInFull,
    oneRefundKey,
    neverOversold,
    stockConserved,
    ledgerExplains,
    eventsComplete,
    nothingPending,
    oneRefundTask,
    everyEndTold,
    nothingIncomplete,
    booksAgree,
  ],
  control: [
    breaks(oneRefundKey, "every attempt makes a new refund key", refundKeyPerAttempt),
    breaks(oneRefundTask, "a refund without an answer counts as refused", silenceMeansRefused),
    breaks(nothingPending, "recovery leaves refunds alone", refundsLeftAlone),
  ],
});
