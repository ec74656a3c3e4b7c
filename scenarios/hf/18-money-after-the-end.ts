/**
 * HF-18. Money arrives for orders that have come to an end without any.
 * The first order was cancelled, and then its buyer pays at the channel all the same. The second was told to be
 * declined while its charge was still on the way, and then that succeeds. Neither gets its place back: whatever was
 * charged is refunded, and both are told of as REFUNDED after having been told of as CANCELLED and FAILED.
 */
import {
  booksAgree,
  breaks,
  everyEndTold,
  experiment,
  nothingIncomplete,
  nothingPending,
  oneRefundKey,
  oneRefundTask,
  refundedInFull,
  shippedOnce,
  stockConserved,
} from "../../harness/shop/scenario.ts";
import { lateMoneyKept } from "../controls/lateMoneyKept.ts";
import { shipsEveryEvent } from "../controls/shipsEveryEvent.ts";

export default experiment("HF-18", {
  title: "Money after CANCELLED and after FAILED goes back",
  stock: 4,
  async story({ shop, channel, relay, fulfillment, time, note }) {
    const cancelled = await shop.order({ user: "user-0042" }).expect("CREATED");
    const charged = channel.on("callback", cancelled).hold();
    await shop.cancel(cancelled).expect("CANCELLED");
    await channel.charge(cancelled).expect({ http: 200, text: "CHARGED" });
    await time.pass(1); // the channel's notice has been sent, and is held
    await charged.release().expect("REFUNDING_ANOMALY");
    await shop.status(cancelled).expect({ status: "REFUNDED", version: 4, reservation: "RELEASED" });
    await channel.close(cancelled).expect("REFUNDED");

    const declined = await shop.order({ user: "user-0043" }).expect("CREATED");
    channel.on("charge", declined).request.delay(1500);
    const chargedToo = channel.on("callback", declined, 2).hold(); // the notice DECLINED is the first
    await shop.pay(declined).expect("UNKNOWN");
    await channel.notify(declined, "DECLINED").expect("FAILED");
    await shop.status(declined).expect({ status: "FAILED", version: 4, reservation: "RELEASED" });
    await relay.run();
    await time.pass(1500); // the charge has arrived by now
    await channel.query(declined).expect("CHARGED");
    await chargedToo.release().expect("REFUNDING_ANOMALY");
    await shop.status(declined).expect({ status: "REFUNDED", version: 6, reservation: "RELEASED" });
    await shop.available().expect({ available: 4 });
    await relay.run();
    await shop.shipments().expect({ orders: 2, shipments: 0 });
    const between = { eventId: 1001, order: declined, version: 5, type: "ORDER_FAILED" };
    await fulfillment.deliver(between).expect("STALE"); // newer than the first event that came, older than the last
    const same = { eventId: 1002, order: declined, version: 6, type: "ORDER_REFUNDED" };
    await fulfillment.deliver(same).expect("STALE"); // no newer than the last
    note(shop.timeline(cancelled));
    note(shop.timeline(declined));
  },
  holds: [
    refundedInFull,
    oneRefundKey,
    oneRefundTask,
    stockConserved,
    everyEndTold,
    nothingPending,
    nothingIncomplete,
    shippedOnce,
    booksAgree,
  ],
  control: [
    breaks(booksAgree, "money after FAILED or CANCELLED is kept", lateMoneyKept),
    breaks(nothingIncomplete, "the consumer ships for every event", shipsEveryEvent),
  ],
});
