/**
 * C29-04. The charge is booked, the reply is lost.
 * The order must stay UNKNOWN with its stock held until a query settles it; the callback that was held back arrives
 * last and changes nothing.
 */
import {
  booksAgree,
  breaks,
  everyEndTold,
  experiment,
  ledgerExplains,
  nothingIncomplete,
  nothingRefunded,
  paidOnce,
  stockConserved,
} from "../../harness/shop/scenario.ts";
import { timeoutMeansFailed } from "../controls/timeoutMeansFailed.ts";

export default experiment("C29-04", {
  title: "The charge is booked, the reply is lost",
  stock: 4,
  async story({ shop, channel, recovery, note }) {
    const order = await shop.order({ user: "user-0042" }).expect("CREATED");
    channel.on("charge", order).reply.delay(1200);
    const callback = channel.on("callback", order).hold();
    await shop.pay(order).expect("UNKNOWN");
    await shop.status(order).expect({ status: "UNKNOWN", reservation: "HELD" });
    await shop.reconcile().expect({ mismatches: 0, pending: 1 });
    await recovery.run();
    await shop.status(order).expect({ status: "PAID", version: 4, reservation: "CONFIRMED" });
    await callback.release().expect("DUPLICATE PAID");
    note(shop.timeline(order));
  },
  holds: [paidOnce, stockConserved, ledgerExplains, nothingRefunded, everyEndTold, nothingIncomplete, booksAgree],
  control: breaks(nothingRefunded, "timeout is treated as failure", timeoutMeansFailed),
});
