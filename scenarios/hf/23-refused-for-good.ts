/**
 * HF-23. A refund that the channel refuses under every key is left to a person.
 * Money arrives for a place that is lost, and each key under which it could go back was used for somebody else's money. Each
 * refusal is definite, so the next key is tried, once, although two recovery workers find the first one refused; after the third
 * there is no fourth. The order stays REFUNDING, with the tasks that failed, until somebody gives the money back at the counter.
 */
import {
  breaks,
  everyEndTold,
  experiment,
  neverOversold,
  paidOnce,
  stockConserved,
} from "../../harness/shop/scenario.ts";
import { placeNotGivenBack } from "../controls/placeNotGivenBack.ts";

export default experiment("HF-23", {
  title: "Refused under three keys: REFUNDING, and a person has to look",
  stock: 1,
  config: { lateSuccess: "refund" },
  async story({ shop, channel, recovery, sweeper, process, time, note }) {
    const order = await shop.order({ user: "user-0001" }).expect("CREATED");
    const charged = channel.on("callback", order).hold();
    await channel.charge(order).expect("CHARGED");
    const used = ["", "/2", "/3"].map((nth) => `rf-${order.id}${nth}`);
    for (const [nth, key] of used.entries()) {
      const foreign = `foreign-${nth + 1}`;
      await channel.charge(foreign).expect("CHARGED");
      await channel.refundByHand(foreign, key).expect({ http: 200, text: "REFUNDED" });
    }
    await time.pass(60_000);
    await sweeper.run().expect({ released: 1 });
    await charged.release().expect("REFUNDING");
    await shop.refunds(order).expect({ tasks: 1, failed: 1 });
    const paused = process("recovery-2").pauseAt("refund attempt under way").expect("paused");
    const second = recovery.run({ on: "recovery-2" }).expect({ orders: 1 });
    await paused; // it knows that no refund is pending
    await recovery.run().expect({ orders: 1 });
    process("recovery-2").resume();
    await second;
    await shop.refunds(order).expect({ tasks: 2, failed: 1 });
    for (let round = 1; round <= 5; round++) await recovery.run().expect({ orders: 1 });
    await shop.refunds(order).expect({ tasks: 3, failed: 3, succeeded: 0 });
    await shop.status(order).expect({ status: "REFUNDING", version: 2, reservation: "RELEASED" });

    await channel.refundByHand(order, "by-hand").expect({ http: 200, text: "REFUNDED" });
    await recovery.run().expect({ orders: 1 });
    await shop.status(order).expect({ status: "REFUNDING", version: 2 });
    const next = await shop.order({ user: "user-0002" }).expect("CREATED");
    if (next.outcome === "CREATED") await shop.pay(next).expect("PAID");
    note(shop.timeline(order));
    note(shop.finalStates);
  },
  holds: [paidOnce, neverOversold, stockConserved, everyEndTold],
  control: breaks(stockConserved, "a released hold gives no piece back", placeNotGivenBack),
});
