/**
 * HF-25. The sale's other policies: a hold past its deadline counts no more, swept or not, and late money goes back.
 * Two buyers pay at the channel, and their notices come in the last millisecond of their holds. One is PAID. The other has to
 * wait a millisecond for its place, which the stockroom looks at: too late. That place is given up at once, without a sweeper, and
 * its money goes back. A third buyer gets the place.
 */
import {
  booksAgree,
  breaks,
  everyEndTold,
  everyPlaceSold,
  experiment,
  neverOversold,
  nothingIncomplete,
  nothingPending,
  paidOnce,
  stockConserved,
} from "../../harness/shop/scenario.ts";
import { placeNotGivenBack } from "../controls/placeNotGivenBack.ts";

export default experiment("HF-25", {
  title: "The deadline decides: PAID in the last millisecond, money back in the next",
  stock: 2,
  config: { expiredHold: "deadline-decides", lateSuccess: "refund" },
  async story({ shop, channel, stockroom, sweeper, time, note }) {
    const inTime = await shop.order({ user: "user-0001" });
    const late = await shop.order({ user: "user-0002" });
    const [first, second] = [inTime, late].map((order) => channel.on("callback", order).hold());
    for (const order of [inTime, late]) await channel.charge(order).expect("CHARGED");
    await time.pass(59_990); // both notices have been sent, and are held
    const kept = stockroom.keep(late).expect("done");
    await time.pass(9);
    const waiting = second?.release().expect("REFUNDING");
    await first?.release().expect("PAID");
    await waiting;
    await kept;
    await shop.status(late).expect({ status: "REFUNDED", version: 3, reservation: "RELEASED" });

    const third = await shop.order({ user: "user-0003" }).expect("CREATED");
    if (third.outcome === "CREATED") await shop.pay(third).expect("PAID");
    await sweeper.run().expect({ released: 0 });
    for (const order of [inTime, late]) note(shop.timeline(order));
  },
  holds: [
    paidOnce,
    neverOversold,
    everyPlaceSold,
    stockConserved,
    everyEndTold,
    nothingPending,
    nothingIncomplete,
    booksAgree,
  ],
  control: breaks(stockConserved, "a released hold gives no piece back", placeNotGivenBack),
});
