/**
 * C29-06. Sixteen copies of one callback at once; then, on another order, its two notices in reverse order.
 * However often a success is told, it moves the order once, confirms one place and writes one event. The other order
 * lost its place to somebody else while it was UNKNOWN and was refunded: what arrives after that changes nothing.
 */
import {
  booksAgree,
  breaks,
  eventsComplete,
  everyEndTold,
  experiment,
  ledgerExplains,
  nothingIncomplete,
  nothingPending,
  paidOnce,
  refundedInFull,
  stockConserved,
} from "../../harness/shop/scenario.ts";
import { lateSuccessWritesPaid } from "../controls/lateSuccessWritesPaid.ts";

export default experiment("C29-06", {
  title: "Sixteen copies of one callback; two notices in reverse order",
  stock: 2,
  async story({ shop, channel, recovery, sweeper, time, tally, note }) {
    const first = await shop.order({ user: "user-0042" }).expect("CREATED");
    channel.on("charge", first).reply.lose();
    const callback = channel.on("callback", first).hold();
    await shop.pay(first).expect("UNKNOWN");
    const copies = callback.releaseCopies(16);
    note(`effects ${await tally("sixteen copies", copies, { PAID: 1, "DUPLICATE PAID": 15 })}`);
    await shop.status(first).expect({ status: "PAID", version: 4, reservation: "CONFIRMED" });

    const second = await shop.order({ user: "user-0043" }).expect("CREATED");
    channel.on("charge", second).reply.lose();
    const charged = channel.on("callback", second, 1).hold();
    const refunded = channel.on("callback", second, 2).hold();
    await shop.pay(second).expect("UNKNOWN");
    await time.pass(60_000);
    await sweeper.run().expect({ released: 1 });
    const third = await shop.order({ user: "user-0044" }).expect("CREATED");
    await shop.pay(third).expect("PAID");
    await recovery.run();
    await shop.status(second).expect({ status: "REFUNDED", version: 5, reservation: "RELEASED" });
    await refunded.release().expect("IGNORED REFUNDED");
    await charged.release().expect("DUPLICATE REFUNDED");
    await shop.status(second).expect({ status: "REFUNDED", version: 5, reservation: "RELEASED" });
    note(shop.timeline(first));
    note(shop.timeline(second));
  },
  holds: [
    paidOnce,
    refundedInFull,
    stockConserved,
    ledgerExplains,
    eventsComplete,
    nothingPending,
    everyEndTold,
    nothingIncomplete,
    booksAgree,
  ],
  control: breaks(paidOnce, "a late success writes PAID whatever the order is", lateSuccessWritesPaid),
});
