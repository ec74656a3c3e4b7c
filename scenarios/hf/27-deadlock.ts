/**
 * HF-27. The stockroom locks the other way round: first what is left of the unit, then an order, while that order is being paid.
 * Each waits for what the other has, and the server ends one of them, whichever it looks at first. Its transaction is begun
 * again, and neither the buyer nor the stockroom hears of it.
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
import { victimGivesUp } from "../controls/victimGivesUp.ts";

export default experiment("HF-27", {
  title: "A deadlock with the stockroom, twice: its victim is begun again",
  stock: 2,
  async story({ shop, channel, stockroom, time, note }) {
    for (const user of ["user-0001", "user-0002"]) {
      const order = await shop.order({ user }).expect("CREATED");
      channel.on("callback", order, "every").request.lose(); // nobody else tells that it is charged
      const check = stockroom.check(order).expect("done");
      await time.pass(1); // the unit is locked, and the order is not yet
      await shop.pay(order).expect("PAID");
      await check;
      note(shop.timeline(order));
    }
    await shop.available().expect({ available: 0 });
  },
  holds: [paidOnce, chargedWhenPaid, stockConserved, everyEndTold, nothingPending, nothingIncomplete, booksAgree],
  control: {
    ...breaks(nothingPending, "a deadlock's victim is not begun again", victimGivesUp),
    mayFail: "the victim's error is answered with a 500, or told to the stockroom",
  },
});
