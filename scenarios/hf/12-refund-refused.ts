/**
 * HF-12. The channel refuses a refund for good.
 * Two paid orders have lost their places. Somebody at the channel's counter gives A's money back by hand and books that
 * under the key that belongs to B. So B's refund is refused: that key is used up. B stays REFUNDING, its first task
 * has failed, and recovery makes a second one under a new key. The channel refuses that one as well, for good. Under the third
 * two recovery workers ask at once; the answer that comes last finds B REFUNDED, and changes nothing.
 */
import {
  booksAgree,
  breaks,
  everyEndTold,
  experiment,
  neverOversold,
  nothingIncomplete,
  nothingPending,
  refundedInFull,
  stockConserved,
} from "../../harness/shop/scenario.ts";
import { refusalMeansRefunded } from "../controls/refusalMeansRefunded.ts";

export default experiment("HF-12", {
  title: "The channel refuses two refunds; a third key succeeds",
  stock: 2,
  async story({ shop, channel, recovery, sweeper, time, note }) {
    const a = await shop.order({ user: "user-0001" });
    const b = await shop.order({ user: "user-0002" });
    for (const order of [a, b]) channel.on("charge", order).reply.lose();
    const [chargedA, chargedB] = [channel.on("callback", a).hold(), channel.on("callback", b).hold()];
    await shop.pay(a).expect("UNKNOWN");
    await shop.pay(b).expect("UNKNOWN");
    await time.pass(60_000);
    await sweeper.run().expect({ released: 2 });
    for (const user of ["user-0003", "user-0004"]) await shop.pay(await shop.order({ user })).expect("PAID");

    channel.on("refund", a).request.lose();
    await chargedA.release().expect("REFUNDING");
    await channel.refundByHand(a, `rf-${b.id}`).expect({ http: 200, text: "REFUNDED" });

    await chargedB.release().expect("REFUNDING");
    await shop.status(b).expect({ status: "REFUNDING", version: 4 });
    await shop.refunds(b).expect({ tasks: 1, failed: 1, succeeded: 0 });
    await channel.query(b).expect("CHARGED");
    await recovery.run();
    await shop.status(b).expect({ status: "REFUNDING", version: 4 });
    await shop.refunds(b).expect({ tasks: 2, failed: 1, succeeded: 0 });
    channel.refuseRefund(b);
    await recovery.run();
    await shop.refunds(b).expect({ tasks: 2, failed: 2, succeeded: 0 });
    await channel.refundByHand(b, `rf-${b.id}/2`).expect({ http: 409, text: "REFUSED" });
    await recovery.run();
    channel.on("refund", b, 4).reply.delay(200);
    const slow = recovery.run().expect({ orders: 1 });
    await time.pass(100);
    await recovery.run({ on: "recovery-2" }).expect({ orders: 1 });
    await shop.status(b).expect({ status: "REFUNDED", version: 5, reservation: "RELEASED" });
    await slow;
    await shop.refunds(b).expect({ tasks: 3, failed: 2, succeeded: 1 });
    note(shop.timeline(a));
    note(shop.timeline(b));
  },
  holds: [refundedInFull, neverOversold, stockConserved, everyEndTold, nothingPending, nothingIncomplete, booksAgree],
  control: {
    ...breaks(refundedInFull, "a refusal counts as a refund", refusalMeansRefunded),
    mayNotFire: "nobody asks again then",
  },
});
