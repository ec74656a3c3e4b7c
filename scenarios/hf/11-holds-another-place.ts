/**
 * HF-11. The money for a lost place arrives when its buyer already holds another one.
 * One place each: taking a place again is refused by the limit, although there is stock. What the attempt had moved is
 * undone, the money goes back, and the buyer keeps the place of the second order.
 */
import {
  askedOnce,
  booksAgree,
  breaks,
  everyEndTold,
  experiment,
  nothingIncomplete,
  nothingPending,
  refundedInFull,
  stockConserved,
  withinLimit,
} from "../../harness/shop/scenario.ts";
import { refusedPlaceKept } from "../controls/refusedPlaceKept.ts";

export default experiment("HF-11", {
  title: "A late payment whose buyer holds another place by now",
  stock: 3,
  async story({ shop, channel, sweeper, time, note }) {
    const first = await shop.order({ user: "user-0042" }).expect("CREATED");
    channel.on("charge", first).reply.lose();
    const callback = channel.on("callback", first).hold();
    await shop.pay(first).expect("UNKNOWN");
    await time.pass(60_000);
    await sweeper.run().expect({ released: 1 });

    const second = await shop.order({ user: "user-0042" }).expect("CREATED");
    await shop.available().expect({ available: 2 });
    await callback.release().expect("REFUNDING");
    await shop.status(first).expect({ status: "REFUNDED", version: 5, reservation: "RELEASED" });
    await shop.available().expect({ available: 2 });
    await shop.pay(second).expect("PAID");
    note(shop.timeline(first));
    note(shop.timeline(second));
  },
  holds: [
    withinLimit,
    askedOnce,
    refundedInFull,
    stockConserved,
    everyEndTold,
    nothingPending,
    nothingIncomplete,
    booksAgree,
  ],
  control: breaks(stockConserved, "a refused attempt to take a place again keeps its piece", refusedPlaceKept),
});
