/**
 * HB-07. Two events with different ids tell of one effect.
 * One guest has paid in time and is told of twice, by both at once; another has paid too late and is told of twice, the second time
 * when the money is back. Then each first event comes again under its own id. Each booking is confirmed or refunded once: what
 * makes an event harmless is the order's state, and its id is only written down.
 */
import {
  booksAgree,
  breaks,
  eventsComplete,
  everyEndTold,
  experiment,
  nothingIncomplete,
  nothingPending,
  oneRefundTask,
  paidOnce,
  refundedInFull,
  stockConserved,
} from "../../harness/shop/scenario.ts";
import { noticeIdDecides } from "../controls/noticeIdDecides.ts";

export default experiment("HB-07", {
  title: "Two events, two ids, one effect",
  stock: 2,
  config: { holdMs: 10_000, expiredHold: "deadline-decides", lateSuccess: "refund" },
  async story({ shop, channel, hotel, sweeper, time, tally, note }) {
    const inTime = await shop.order({ user: "guest-a" });
    const late = await shop.order({ user: "guest-b" });
    const [first, second] = [channel.on("callback", inTime).hold(), channel.on("callback", late).hold()];
    for (const order of [inTime, late]) await channel.charge(order).expect("CHARGED");
    await time.pass(9_000);
    const both = [first.release(), channel.notify(inTime, "CHARGED")];
    await tally("two events in time", both, { PAID: 1, "DUPLICATE PAID": 1 });
    await time.pass(1_000);
    await sweeper.run().expect({ released: 1 });
    await second.release().expect("REFUNDING");
    await channel.notify(late, "CHARGED").expect("DUPLICATE REFUNDED");

    await channel.repeat(inTime).expect("DUPLICATE PAID");
    await channel.repeat(late).expect("DUPLICATE REFUNDED");
    await hotel.booking(inTime).expect({ state: "CONFIRMED", available: 1, refunds: 0 });
    await hotel.booking(late).expect({ state: "HOLD_EXPIRED", available: 1, refunds: 1 });
    note(shop.timeline(inTime));
    note(shop.timeline(late));
  },
  holds: [
    paidOnce,
    refundedInFull,
    oneRefundTask,
    stockConserved,
    eventsComplete,
    everyEndTold,
    nothingPending,
    nothingIncomplete,
    booksAgree,
  ],
  control: breaks(paidOnce, "a notice with a new id counts, whatever the order is", noticeIdDecides),
});
