/**
 * HF-17. The connection breaks during the charge: once before the request has arrived, once before the reply has.
 * The order service learns at once that there will be no answer, and that says as little about the money as a timeout:
 * both orders are UNKNOWN and keep their places. Recovery finds out that one was never charged and that the other was.
 */
import {
  askedOnce,
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
import { brokenConnectionThrown } from "../controls/brokenConnectionThrown.ts";

export default experiment("HF-17", {
  title: "The connection breaks before the charge, and after it",
  stock: 4,
  async story({ shop, channel, recovery, time, note }) {
    const before = await shop.order({ user: "user-0042" }).expect("CREATED");
    channel.on("charge", before).request.breakOff();
    await shop.pay(before).expect({ http: 200, text: "UNKNOWN" });
    const after = await shop.order({ user: "user-0043" }).expect("CREATED");
    channel.on("charge", after).reply.breakOff();
    const callback = channel.on("callback", after).hold();
    await shop.pay(after).expect({ http: 200, text: "UNKNOWN" });
    await time.pass(1); // the channel's notice has been sent, and is held
    for (const order of [before, after]) {
      await shop.status(order).expect({ status: "UNKNOWN", version: 3, reservation: "HELD" });
    }
    await shop.available().expect({ available: 2 });

    await recovery.run();
    await shop.status(before).expect({ status: "FAILED", version: 4, reservation: "RELEASED" });
    await shop.status(after).expect({ status: "PAID", version: 4, reservation: "CONFIRMED" });
    await channel.query(before).expect("CLOSED");
    await callback.release().expect("DUPLICATE PAID");
    await shop.available().expect({ available: 3 });
    note(shop.timeline(before));
    note(shop.timeline(after));
  },
  holds: [
    paidOnce,
    askedOnce,
    chargedWhenPaid,
    stockConserved,
    everyEndTold,
    nothingPending,
    nothingIncomplete,
    booksAgree,
  ],
  control: {
    ...breaks(nothingPending, "a broken connection is thrown, not taken for no answer", brokenConnectionThrown),
    mayFail: "what is thrown while an order is paid ends as a 500",
  },
});
