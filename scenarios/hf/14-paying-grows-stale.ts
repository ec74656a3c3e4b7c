/**
 * HF-14. Two orders are PAYING: one belongs to a process that is dead, one to a process that stands still.
 * Nobody can tell them apart but by their age. Recovery with its usual threshold leaves the first one alone for 60
 * seconds and settles it then; the second one was placed as early and paid later, is left alone, and is settled by its own
 * process when that goes on. Nobody has paid the third: with its 60 seconds its hold is over, and it is cancelled, unswept.
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
import { payingLeftAlone } from "../controls/payingLeftAlone.ts";

export default experiment("HF-14", {
  title: "PAYING for 60 seconds is settled, PAYING for less is left alone",
  stock: 4,
  async story({ shop, channel, process, recovery, time, note }) {
    const old = await shop.order({ user: "user-0042" }).expect("CREATED");
    const young = await shop.order({ user: "user-0043" }).expect("CREATED");
    const lapsed = await shop.order({ user: "user-0044" }).expect("CREATED");
    channel.on("callback", old, "every").request.lose();
    const death = process("orders-1").killAt("charge answered").expect("killed");
    await shop.pay(old).expect("io error");
    await death;
    process("orders-1").start();
    await time.pass(59_999);
    await recovery.run().expect({ orders: 0 });
    await shop.status(old).expect({ status: "PAYING", version: 2, reservation: "HELD" });

    const callback = channel.on("callback", young).hold();
    process("orders-2").start();
    const stopped = process("orders-2").pauseAt("charge answered").expect("paused");
    const pay = shop.pay(young, { at: "orders-2" }).expect("PAID");
    await stopped;
    await time.pass(1);
    await recovery.run().expect({ orders: 2 });
    await shop.status(lapsed).expect({ status: "CANCELLED", version: 2, reservation: "RELEASED" });
    await shop.status(old).expect({ status: "PAID", version: 3, reservation: "CONFIRMED" });
    await shop.status(young).expect({ status: "PAYING", version: 2, reservation: "HELD" });

    process("orders-2").resume();
    await pay;
    await callback.release().expect("DUPLICATE PAID");
    note(shop.timeline(old));
    note(shop.timeline(young));
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
  control: breaks(nothingPending, "recovery leaves every PAYING order alone", payingLeftAlone),
});
