/**
 * HF-03. The client of an UPDATE that waits for a lock dies: once the server notices at once, once only afterwards.
 * Two orders are being refunded, each by two recovery workers. The first has counted its attempt and stands still before
 * that is committed; the second is to count its own, waits for the row, and is killed. Where the server notices before the
 * lock is granted, that attempt was never counted. By its default it does not look while it waits: then it is counted after
 * all, by a client long dead. An attempt counted is no attempt made, so the refund is the same in both.
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

export default experiment("HF-03", {
  title: "The client of a waiting UPDATE dies; the server notices at once, or when it is done",
  long: true,
  stock: 4,
  real: true,
  async story({ shop, channel, process, database, recovery, time, note }) {
    const cases = [
      { user: "user-0001", noticed: "at once", attempts: 2 },
      { user: "user-0002", noticed: "late", attempts: 3 },
    ] as const;
    for (const { user, noticed, attempts } of cases) {
      const order = await shop.order({ user });
      channel.on("refund", order).request.lose();
      await shop.cancel(order).expect("CANCELLED");
      await channel.charge(order).expect("CHARGED"); // its buyer pays at the channel all the same
      await time.pass(1_000);
      await shop.refunds(order).expect({ tasks: 1, attempts: 1, succeeded: 0 });

      const first = process("recovery");
      const counting = first.pauseAt("refund attempt under way").expect("paused");
      const counted = first.pauseAt("refund attempt counted").expect("paused");
      const refund = recovery.run();
      await counting;
      database("recovery-2").sendWhole();
      const death = process("recovery-2").killAt("refund attempt under way", { noticed }).expect("killed");
      recovery.run({ on: "recovery-2" });
      await death;
      first.resume();
      await counted;
      await time.pass(1); // whatever can still happen has happened
      await shop.refunds(order).expect({ tasks: 1, attempts, succeeded: 0 });

      first.resume();
      await refund;
      await shop.status(order).expect({ status: "REFUNDED", version: 4, reservation: "RELEASED" });
      await shop.refunds(order).expect({ tasks: 1, attempts, succeeded: 1 });
      note(shop.timeline(order));
    }
    await recovery.run({ on: "recovery-2" }).expect({ orders: 0 });
  },
  holds: [
    refundedInFull,
    oneRefundKey,
    oneRefundTask,
    stockConserved,
    everyEndTold,
    nothingPending,
    nothingIncomplete,
    booksAgree,
  ],
  control: breaks(nothingIncomplete, "every attempt makes a new refund key", refundKeyPerAttempt),
});
