/**
 * HF-25. The sale's other policies: a hold past its deadline counts no more, swept or not, and late money goes back.
 * Two buyers pay at the channel, and their notices come late: one in the last millisecond of its hold, which is PAID, the
 * other a millisecond later, whose place is given up at once, without a sweeper, and whose money goes back. A third buyer
 * gets that place.
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
  async story({ shop, channel, sweeper, time, note }) {
    const inTime = await shop.order({ user: "user-0001" });
    const late = await shop.order({ user: "user-0002" });
    const [first, second] = [inTime, late].map((order) => channel.on("callback", order).hold());
    for (const order of [inTime, late]) await channel.charge(order).expect("CHARGED");
    await time.pass(59_999); // both notices have been sent, and are held
    await first?.release().expect("PAID");
    await time.pass(1);
    await second?.release().expect("REFUNDING");
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
