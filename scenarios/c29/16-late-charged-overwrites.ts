/**
 * C29-16, a control. A late CHARGED writes PAID, whatever the order's state is.
 * The order was refunded because its place was lost. Then its callback arrives, and it counts as PAID again: without a
 * place, and with the money gone back.
 */
import { booksAgree, breaks, experiment } from "../../harness/shop/scenario.ts";
import { callbackOverwrites } from "../controls/callbackOverwrites.ts";

export default experiment("C29-16", {
  title: "Control: a late CHARGED overwrites a refunded order",
  stock: 1,
  async story({ shop, channel, recovery, sweeper, time, note }) {
    const order = await shop.order({ user: "user-0001" });
    channel.on("charge", order).reply.delay(1200);
    const charged = channel.on("callback", order).hold();
    await shop.pay(order).expect("UNKNOWN");
    await time.pass(60_000);
    await sweeper.run().expect({ released: 1 });
    await shop.order({ user: "user-0002" }).expect("CREATED");
    await recovery.run();
    await shop.status(order).expect({ status: "REFUNDED" });
    await charged.release().expect("PAID");
    note(shop.timeline(order));
  },
  holds: [],
  wrong: breaks(booksAgree, "a late CHARGED writes PAID directly", callbackOverwrites, [
    "ord-0001 PAID PAID_BUT_REFUNDED charged=1990 refunded=1990 reservation=RELEASED",
    "GLOBAL confirmed=0 != paid=1",
    "GLOBAL channel_net=0 != paid_sum=1990",
  ]),
});
