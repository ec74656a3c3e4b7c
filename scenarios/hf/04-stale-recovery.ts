/**
 * HF-04. A recovery worker falls asleep with an answer in its hand, and wakes when others have moved on.
 * It has asked the channel and heard CHARGED; then it stands still. Another worker settles the order and the callback
 * arrives. What the first one does when it wakes must change nothing: it judges anew, under the order's lock.
 */
import {
  booksAgree,
  breaks,
  chargedWhenPaid,
  eventsComplete,
  experiment,
  ledgerExplains,
  nothingPending,
  paidOnce,
  stockConserved,
} from "../../harness/shop/scenario.ts";
import { lateSuccessWritesPaid } from "../controls/lateSuccessWritesPaid.ts";

export default experiment("HF-04", {
  title: "A paused recovery worker wakes after another has settled its order",
  stock: 4,
  async story({ shop, channel, process, recovery, note }) {
    const order = await shop.order({ user: "user-0042" });
    channel.on("charge", order).reply.lose();
    const callback = channel.on("callback", order).hold();
    await shop.pay(order).expect("UNKNOWN");

    const sleeper = process("recovery");
    const asleep = sleeper.pauseAt("query answered").expect("paused");
    const first = recovery.run();
    await asleep;
    await recovery.run({ on: "recovery-2" });
    await shop.status(order).expect({ status: "PAID", version: 4, reservation: "CONFIRMED" });
    await callback.release().expect("DUPLICATE PAID");
    sleeper.resume();
    await first;
    await shop.status(order).expect({ status: "PAID", version: 4, reservation: "CONFIRMED" });
    note(shop.timeline(order));
  },
  holds: [paidOnce, chargedWhenPaid, stockConserved, ledgerExplains, eventsComplete, nothingPending, booksAgree],
  control: breaks(paidOnce, "a late success writes PAID whatever the order is", lateSuccessWritesPaid),
});
