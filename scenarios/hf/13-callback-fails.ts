/**
 * HF-13. The callback arrives while the database takes no writes.
 * The order service is connected to a standby and can write nothing, so it answers 500 and the order stays as it was. The
 * channel repeats itself a second later; by then writes are taken, and the same notice makes the order PAID, once.
 */
import {
  booksAgree,
  breaks,
  chargedWhenPaid,
  everyEndTold,
  experiment,
  nothingIncomplete,
  nothingPending,
  paidOnce,
  stockConserved,
} from "../../harness/shop/scenario.ts";
import { failureAnsweredWell } from "../controls/failureAnsweredWell.ts";

export default experiment("HF-13", {
  title: "A callback while the database takes no writes; the channel comes again",
  stock: 4,
  async story({ shop, channel, database, time, note }) {
    const order = await shop.order({ user: "user-0042" }).expect("CREATED");
    channel.on("charge", order).reply.lose();
    const callback = channel.on("callback", order).hold();
    await shop.pay(order).expect("UNKNOWN");

    database("orders-1").failOver();
    await callback.release().expect({ http: 500, text: "ERROR" });
    database("orders-1").failBack();
    await shop.status(order).expect({ status: "UNKNOWN", version: 3, reservation: "HELD" });
    await shop.events(order).expect({ events: 0 });

    await time.pass(1_001); // the channel waits a second and comes again
    await shop.status(order).expect({ status: "PAID", version: 4, reservation: "CONFIRMED" });
    await time.pass(10_000); // it has its 200, and does not come again
    await shop.notices(order).expect({ notices: 1 });
    note(shop.timeline(order));
    note(shop.noticeEffects);
  },
  holds: [paidOnce, chargedWhenPaid, stockConserved, everyEndTold, nothingPending, nothingIncomplete, booksAgree],
  control: breaks(nothingPending, "a callback is answered with 200 whatever became of it", failureAnsweredWell),
});
