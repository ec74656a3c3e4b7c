/**
 * HF-10. The charge lands between recovery's query and its close.
 * The query says NOT_FOUND, the close says CHARGED, and no callback ever arrives: the close's own answer is all that
 * tells of the money, and it has to be applied as any other.
 */
import {
  booksAgree,
  breaks,
  chargedWhenPaid,
  eventsComplete,
  everyEndTold,
  experiment,
  failedUncharged,
  ledgerExplains,
  nothingIncomplete,
  nothingPending,
  paidOnce,
  stockConserved,
} from "../../harness/shop/scenario.ts";
import { closeMeansFailed } from "../controls/closeMeansFailed.ts";

export default experiment("HF-10", {
  title: "The charge lands between query and close",
  stock: 4,
  async story({ shop, channel, recovery, note }) {
    const order = await shop.order({ user: "user-0042" }).expect("CREATED");
    channel.on("charge", order).request.delay(400);
    channel.on("callback", order, "every").request.lose();
    channel.on("close", order).request.delay(200);
    await shop.pay(order).expect("UNKNOWN"); // after 300 ms
    await recovery.run(); // asks at 300 ms; the charge arrives at 400, the close at 500
    await shop.status(order).expect({ status: "PAID", version: 4, reservation: "CONFIRMED" });
    await channel.query(order).expect("CHARGED");
    note(shop.timeline(order));
  },
  holds: [
    paidOnce,
    chargedWhenPaid,
    stockConserved,
    ledgerExplains,
    eventsComplete,
    nothingPending,
    everyEndTold,
    nothingIncomplete,
    booksAgree,
  ],
  control: breaks(failedUncharged, "a close counts as CLOSED whatever it answers", closeMeansFailed),
});
