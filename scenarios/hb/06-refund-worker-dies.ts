/**
 * HB-06. The refund worker dies after the refund, before it has recorded it.
 * The hold has expired and the money comes late. The first try to give it back never arrives; the second does, and the worker that
 * asked is killed with the answer in its hands. The task is still pending, so the next worker asks again, under the same key: the
 * channel answers what it has done already, and there is one refund.
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
  stockConserved,
} from "../../harness/shop/scenario.ts";
import { refundKeyPerAttempt } from "../controls/refundKeyPerAttempt.ts";

export default experiment("HB-06", {
  title: "The refund worker dies between the refund and its record",
  stock: 1,
  config: { holdMs: 10_000, expiredHold: "deadline-decides", lateSuccess: "refund" },
  real: true,
  async story({ shop, channel, hotel, process, recovery, sweeper, time, note }) {
    const order = await shop.order({ user: "guest-a" });
    const callback = channel.on("callback", order).hold();
    await channel.charge(order).expect("CHARGED");
    await time.pass(10_000);
    await sweeper.run().expect({ released: 1 });
    await time.pass(1_000);
    channel.on("refund", order).request.lose();
    await callback.release().expect("REFUNDING");
    await shop.refunds(order).expect({ tasks: 1, succeeded: 0, attempts: 1 });

    const death = process("recovery").killAt("refund answered").expect("killed");
    recovery.run();
    await death;
    await channel.query(order).expect("REFUNDED");
    await shop.refunds(order).expect({ tasks: 1, succeeded: 0, attempts: 2 });

    await recovery.run().expect({ orders: 1, failed: 0 });
    await shop.refunds(order).expect({ tasks: 1, succeeded: 1, attempts: 3 });
    await hotel.booking(order).expect({ state: "HOLD_EXPIRED", available: 1, refunds: 1 });
    note(shop.timeline(order));
  },
  holds: [
    refundedInFull,
    oneRefundTask,
    oneRefundKey,
    stockConserved,
    everyEndTold,
    nothingPending,
    nothingIncomplete,
    booksAgree,
  ],
  control: breaks(oneRefundKey, "every attempt makes a new refund key", refundKeyPerAttempt),
});
