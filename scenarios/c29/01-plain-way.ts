/**
 * C29-01. The plain way, over HTTP: an order is placed, sent once more, paid; another one is declined.
 * The same key brings the same order and never a second one; the charge's reply makes it PAID and two copies of the
 * callback change nothing. A declined order is FAILED and its place for sale again, both at the same moment.
 */
import {
  askedOnce,
  booksAgree,
  breaks,
  chargedWhenPaid,
  eventsComplete,
  everyEndTold,
  experiment,
  ledgerExplains,
  nothingIncomplete,
  nothingPending,
  paidOnce,
  stockConserved,
} from "../../harness/shop/scenario.ts";
import { stockMovesUnrecorded } from "../controls/stockMovesUnrecorded.ts";
import { onlyPaidIsTold } from "../controls/onlyPaidIsTold.ts";

export default experiment("C29-01", {
  title: "The plain way: placed, replayed, paid; another one declined",
  stock: 5,
  async story({ shop, channel, tally, note }) {
    const wish = { user: "user-0042", key: "key-of-user-0042" };
    const order = await shop.order(wish).expect({ http: 201, outcome: "CREATED", id: "ord-0001" });
    await shop.order(wish).expect({ http: 200, outcome: "REPLAY", id: "ord-0001" });
    await shop.order({ ...wish, amount: 2990 }).expect({ http: 422, outcome: "KEY_REUSED" });

    const callback = channel.on("callback", order).hold();
    await shop.pay(order).expect({ http: 200, text: "PAID" });
    await shop.status(order).expect({ status: "PAID", version: 3, reservation: "CONFIRMED" });
    note(`two callbacks ${await tally("two callbacks", callback.releaseCopies(2), { "DUPLICATE PAID": 2 })}`);

    const declined = await shop.order({ user: "user-0043" }).expect({ http: 201, outcome: "CREATED" });
    channel.decline(declined);
    await shop.available().expect({ available: 3 });
    const payment = shop.pay(declined).expect({ http: 200, text: "FAILED" });
    for (let look = 1; look <= 3; look++) {
      await shop.reconcile().expect({ mismatches: 0 }); // at no moment is it FAILED with its place still kept
    }
    await payment;
    await shop.status(declined).expect({ status: "FAILED", version: 3, reservation: "RELEASED" });
    await shop.available().expect({ available: 4 });
    note(shop.timeline(order));
    note(shop.timeline(declined));
  },
  holds: [
    paidOnce,
    askedOnce,
    chargedWhenPaid,
    stockConserved,
    ledgerExplains,
    eventsComplete,
    nothingPending,
    everyEndTold,
    nothingIncomplete,
    booksAgree,
  ],
  control: [
    breaks(ledgerExplains, "stock moves and nobody writes down why", stockMovesUnrecorded),
    breaks(everyEndTold, "only PAID is told to others", onlyPaidIsTold),
  ],
});
