/**
 * C29-02. Eight tasks pay one order at once; then everything that an order refuses.
 * One payment gets through and the channel is asked for one charge. What is PAID, CANCELLED, FAILED or UNKNOWN can be
 * neither paid nor cancelled; a success over another amount changes nothing; who comes too late leaves no order behind.
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
  paidOnce,
  stockConserved,
} from "../../harness/shop/scenario.ts";
import { chargedBeforePaying } from "../controls/chargedBeforePaying.ts";

export default experiment("C29-02", {
  title: "Eight pay one order at once; every refused edge",
  stock: 3,
  async story({ shop, channel, tally, note }) {
    const paid = await shop.order({ user: "user-0001" }).expect("CREATED");
    const pays = Array.from({ length: 8 }, () => shop.pay(paid));
    note(`eight pays ${await tally("eight pays of one order", pays, { PAID: 1, REJECTED: 7 })}`);
    await shop.pay(paid).expect({ http: 409, text: "REJECTED PAID" });
    await shop.cancel(paid).expect({ http: 409, text: "REJECTED PAID" });

    const cancelled = await shop.order({ user: "user-0002" }).expect("CREATED");
    await shop.cancel(cancelled).expect({ http: 200, text: "CANCELLED" });
    await shop.pay(cancelled).expect("REJECTED CANCELLED");
    await shop.cancel(cancelled).expect("REJECTED CANCELLED");

    const declined = await shop.order({ user: "user-0003" }).expect("CREATED");
    channel.decline(declined);
    await shop.pay(declined).expect("FAILED");
    await shop.pay(declined).expect("REJECTED FAILED");
    await shop.cancel(declined).expect("REJECTED FAILED");

    const unknown = await shop.order({ user: "user-0004" }).expect("CREATED");
    channel.on("charge", unknown).reply.lose();
    const callback = channel.on("callback", unknown).hold();
    await shop.pay(unknown).expect("UNKNOWN");
    await shop.pay(unknown).expect("REJECTED UNKNOWN");
    await shop.cancel(unknown).expect("REJECTED UNKNOWN");
    await callback.release().expect("PAID");

    const wrong = await shop.order({ user: "user-0005" }).expect("CREATED");
    await channel.notify(wrong, "CHARGED", { amount: 1989 }).expect("AMOUNT_MISMATCH");
    await shop.status(wrong).expect({ status: "CREATED", version: 1, reservation: "HELD" });

    await shop.order({ user: "user-0006" }).expect({ http: 409, outcome: "SOLD_OUT" });
    await shop.booked().expect({ orders: 5 });
  },
  holds: [
    paidOnce,
    askedOnce,
    chargedWhenPaid,
    stockConserved,
    ledgerExplains,
    eventsComplete,
    everyEndTold,
    nothingIncomplete,
    booksAgree,
  ],
  control: breaks(askedOnce, "the channel is called before the order is PAYING", chargedBeforePaying),
});
