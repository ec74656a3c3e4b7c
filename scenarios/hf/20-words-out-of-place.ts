/**
 * HF-20. The channel says what it may say, and at the wrong time: of an order that nobody placed, of one that is being paid,
 * of one that came to its end; with another amount; twice.
 * None of it changes anything. What does is the charge that arrives in between, and the query that finds one declined.
 */
import {
  booksAgree,
  breaks,
  chargedWhenPaid,
  everyEndTold,
  experiment,
  nothingIncomplete,
  nothingPending,
  nothingRefunded,
  paidOnce,
  stockConserved,
} from "../../harness/shop/scenario.ts";
import { callbackOverwrites } from "../controls/callbackOverwrites.ts";

const wrongAmount = { amount: 1 };

export default experiment("HF-20", {
  title: "Words out of place: of strangers, too early, too late, with another amount, twice",
  stock: 4,
  async story({ shop, channel, recovery, time, note }) {
    await channel.notify("ord-9999", "CHARGED").expect("NO_SUCH_ORDER");

    const late = await shop.order({ user: "user-0042" }).expect("CREATED");
    await channel.notify(late, "DECLINED").expect("IGNORED CREATED");
    await channel.refundByHand(late, "too early").expect({ http: 409, text: "NOT_CHARGED" });
    channel.on("charge", late).request.delay(1000);
    const paying = shop.pay(late).expect("UNKNOWN");
    await time.pass(100); // the charge is on its way
    await channel.notify(late, "REFUNDED").expect("IGNORED PAYING");
    await paying;
    await channel.notify(late, "REFUNDED").expect("IGNORED UNKNOWN");
    await channel.notify(late, "CHARGED", wrongAmount).expect("AMOUNT_MISMATCH");
    await time.pass(1000); // it has arrived, and the channel has told of it
    await channel.charge(late).expect({ http: 200, text: "CHARGED" }); // once more, and no money moves
    await channel.charge(late, wrongAmount).expect({ http: 422, text: "AMOUNT_MISMATCH" });
    await channel.refundByHand(late, "wrong amount", wrongAmount).expect({ http: 422, text: "AMOUNT_MISMATCH" });
    await channel.notify(late, "DECLINED").expect("IGNORED PAID");

    const twice = await shop.order({ user: "user-0043" }).expect("CREATED");
    channel.on("charge", twice).reply.duplicate(2);
    await shop.pay(twice).expect("PAID");

    const declined = await shop.order({ user: "user-0044" }).expect("CREATED");
    channel.decline(declined);
    channel.on("charge", declined).reply.lose();
    channel.on("callback", declined, "every").request.lose();
    await shop.pay(declined).expect("UNKNOWN");
    await recovery.run(); // the query says DECLINED
    await shop.status(declined).expect({ status: "FAILED", reservation: "RELEASED" });
    await channel.close(declined).expect("DECLINED");
    await channel.close("ord-9998").expect("CLOSED");
    for (const uncharged of [declined, "ord-9998"]) {
      await channel.refundByHand(uncharged, "of no money").expect({ http: 409, text: "NOT_CHARGED" });
    }

    const cancelled = await shop.order({ user: "user-0045" }).expect("CREATED");
    await shop.cancel(cancelled).expect("CANCELLED");
    await channel.notify(cancelled, "DECLINED").expect("IGNORED CANCELLED");
    for (const order of [late, twice, declined]) note(shop.timeline(order));
  },
  holds: [
    paidOnce,
    chargedWhenPaid,
    nothingRefunded,
    stockConserved,
    everyEndTold,
    nothingPending,
    nothingIncomplete,
    booksAgree,
  ],
  control: breaks(booksAgree, "whoever says CHARGED is believed", callbackOverwrites),
});
