/**
 * HB-08. Records are deleted: the shop's before the channel's key, and then the key too.
 * One booking is CONFIRMED, and another is refunded for having been paid too late. First the shop deletes what it has written down of
 * notices, while the channel still knows the refund's key. Then the channel forgets that as well. Each time everything comes once
 * more, and nothing happens, because neither of them is what the shop goes by: the order and its refund task are, and they stay.
 *
 * The rule: the shop's record that a refund is done outlives the channel's key, and every worker that may ask. Without it, asking again
 * is harmless while the key is there, and pays a second time from then on. And a notice's id is no record of its effect: whoever goes
 * by ids has to keep them for as long as the channel may repeat itself.
 */
import {
  booksAgree,
  breaks,
  everyEndTold,
  experiment,
  moneyIsForPlaces,
  nothingIncomplete,
  nothingPending,
  oneRefundTask,
  paidOnce,
  refundedInFull,
  stockConserved,
} from "../../harness/shop/scenario.ts";
import { noticeIdDecides } from "../controls/noticeIdDecides.ts";
import { refundEndForgotten } from "../controls/refundEndForgotten.ts";

const dayMs = 86_400_000;

export default experiment("HB-08", {
  title: "Who forgets first: the shop its notices, or the channel its key",
  stock: 2,
  config: { holdMs: 10_000, expiredHold: "deadline-decides", lateSuccess: "refund" },
  async story({ shop, channel, hotel, recovery, sweeper, time, note }) {
    const inTime = await shop.order({ user: "guest-a" });
    const late = await shop.order({ user: "guest-b" });
    const [first, second] = [channel.on("callback", inTime).hold(), channel.on("callback", late).hold()];
    for (const order of [inTime, late]) await channel.charge(order).expect("CHARGED");
    await time.pass(9_000);
    await first.release().expect("PAID");
    await time.pass(1_000);
    await sweeper.run().expect({ released: 1 });
    await second.release().expect("REFUNDING");
    await time.pass(dayMs);

    const onceMore = async (): Promise<void> => {
      await channel.repeat(inTime).expect("DUPLICATE PAID");
      await channel.repeat(late).expect("DUPLICATE REFUNDED");
      await recovery.run().expect({ orders: 0 });
      await hotel.booking(inTime).expect("CONFIRMED (available 1, refunds 0)");
      await hotel.booking(late).expect("HOLD_EXPIRED (available 1, refunds 1)");
    };
    await onceMore();
    await shop.forgetNotices().expect({ deleted: 5 });
    await onceMore();
    await time.pass(dayMs);
    channel.forgetRefund(late);
    await onceMore();
    note(shop.timeline(inTime));
    note(shop.timeline(late));
  },
  holds: [
    paidOnce,
    refundedInFull,
    oneRefundTask,
    moneyIsForPlaces,
    stockConserved,
    everyEndTold,
    nothingPending,
    nothingIncomplete,
    booksAgree,
  ],
  control: [
    breaks(moneyIsForPlaces, "what a refund came to is not kept", refundEndForgotten),
    breaks(paidOnce, "a notice with a new id counts, and the ids are deleted", noticeIdDecides),
  ],
});
