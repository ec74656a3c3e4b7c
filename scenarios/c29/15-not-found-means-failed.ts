/**
 * C29-15, a control. NOT_FOUND is taken for "was never charged", and nobody closes the order at the channel.
 * The request was still on its way. It arrives after the order has FAILED, and charges.
 */
import { booksAgree, breaks, experiment } from "../../harness/shop/scenario.ts";
import { notFoundMeansFailed } from "../controls/notFoundMeansFailed.ts";

export default experiment("C29-15", {
  title: "Control: NOT_FOUND is treated as a failure, without closing",
  stock: 1,
  async story({ shop, channel, recovery, note }) {
    const order = await shop.order({ user: "user-0001" });
    channel.on("charge", order).request.delay(1500);
    channel.on("callback", order, "every").request.lose();
    await shop.pay(order).expect("UNKNOWN");
    await recovery.run();
    await shop.status(order).expect({ status: "FAILED", reservation: "RELEASED" });
    note(shop.timeline(order));
  },
  holds: [],
  wrong: breaks(booksAgree, "NOT_FOUND is treated as a failure", notFoundMeansFailed, [
    "ord-0001 FAILED CHARGED_BUT_FAILED charged=1990 refunded=0 reservation=RELEASED",
    "GLOBAL channel_net=1990 != paid_sum=0",
  ]),
});
