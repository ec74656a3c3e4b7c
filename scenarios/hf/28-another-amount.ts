/**
 * HF-28. The channel charges an order another amount, gives up telling of one, and does not give its statement.
 * Somebody pays at the channel's counter, and too little: then the buyer's own charge is answered AMOUNT_MISMATCH, the notice
 * speaks of another amount, and so does the answer to recovery. None of it is a payment; a person has to look. Of the next order
 * six notices are lost, and there is no seventh: recovery asks. A round of the reconciler without a statement is over.
 */
import {
  booksAgree,
  breaks,
  everyEndTold,
  experiment,
  neverOversold,
  nothingIncomplete,
  paidOnce,
  stockConserved,
} from "../../harness/shop/scenario.ts";
import { amountNotCompared } from "../controls/amountNotCompared.ts";

export default experiment("HF-28", {
  title: "Another amount, a channel that gives up, and no statement",
  stock: 2,
  async story({ shop, channel, recovery, reconciler, time, note }) {
    const tooLittle = await shop.order({ user: "user-0001" }).expect("CREATED");
    const told = channel.on("callback", tooLittle).hold();
    await channel.charge(tooLittle, { amount: 1 }).expect("CHARGED");
    await shop.pay(tooLittle).expect({ http: 200, text: "UNKNOWN" });
    await told.release().expect("AMOUNT_MISMATCH");
    await recovery.run().expect({ orders: 1 });
    await shop.status(tooLittle).expect({ status: "UNKNOWN", version: 3, reservation: "HELD" });
    await shop.reconcile().expect({ pending: 1 });

    const untold = await shop.order({ user: "user-0002" }).expect("CREATED");
    channel.on("charge", untold).reply.lose();
    for (let nth = 1; nth <= 6; nth++) channel.on("callback", untold, nth).request.lose();
    await shop.pay(untold).expect("UNKNOWN");
    await time.pass(20_000);
    await shop.status(untold).expect({ status: "UNKNOWN", version: 3, reservation: "HELD" });
    await recovery.run().expect({ orders: 2 });
    await shop.status(untold).expect({ status: "PAID", version: 4, reservation: "CONFIRMED" });

    channel.onAny("statement", 2).reply.lose(); // the first was asked for above
    await reconciler.run().expect("no answer");
    for (const order of [tooLittle, untold]) note(shop.timeline(order));
  },
  holds: [paidOnce, neverOversold, stockConserved, everyEndTold, nothingIncomplete, booksAgree],
  control: breaks(booksAgree, "money is money, however much it is", amountNotCompared),
});
