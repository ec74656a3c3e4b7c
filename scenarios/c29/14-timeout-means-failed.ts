/**
 * C29-14, a control. Whoever gets no answer takes it for a failure.
 * The charge is booked and its reply comes too late; the order is FAILED and its place sold to somebody else at once.
 * The buyer has paid for nothing, and only the channel's ledger knows.
 */
import { booksAgree, breaks, experiment } from "../../harness/shop/scenario.ts";
import { timeoutMeansFailed } from "../controls/timeoutMeansFailed.ts";

export default experiment("C29-14", {
  title: "Control: a timeout is treated as a failure",
  stock: 1,
  async story({ shop, channel, note }) {
    const order = await shop.order({ user: "user-0001" });
    channel.on("charge", order).reply.delay(1200);
    channel.on("callback", order, "every").request.lose();
    await shop.pay(order).expect("FAILED");
    const second = await shop.order({ user: "user-0002" }).expect("CREATED");
    await shop.pay(second).expect("PAID");
    note(shop.timeline(order));
  },
  holds: [],
  wrong: breaks(booksAgree, "a timeout is treated as a failure", timeoutMeansFailed, [
    "ord-0001 FAILED CHARGED_BUT_FAILED charged=1990 refunded=0 reservation=RELEASED",
    "GLOBAL channel_net=3980 != paid_sum=1990",
  ]),
});
