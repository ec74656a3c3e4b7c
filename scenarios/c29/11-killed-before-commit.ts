/**
 * C29-11. The process dies with everything written and nothing committed.
 * A success callback has confirmed the place, moved the order to PAID and written its event; then the process stands
 * still before COMMIT. Nobody else sees any of it. After SIGKILL all of it is undone together, and recovery does it again:
 * one move to PAID, one event.
 */
import {
  booksAgree,
  breaks,
  eventsComplete,
  everyEndTold,
  experiment,
  ledgerExplains,
  nothingIncomplete,
  nothingPending,
  noticesChangeNothing,
  paidOnce,
  stockConserved,
} from "../../harness/shop/scenario.ts";
import { unknownLeftAlone } from "../controls/unknownLeftAlone.ts";

export default experiment("C29-11", {
  title: "SIGKILL before COMMIT: confirmed, PAID and event written",
  long: true,
  stock: 4,
  real: true,
  async story({ shop, channel, process, recovery, note }) {
    const order = await shop.order({ user: "user-0042" });
    channel.on("charge", order).reply.lose();
    const callback = channel.on("callback", order).hold();
    await shop.pay(order).expect("UNKNOWN");

    const orders = process("orders-1");
    process("orders-2").start();
    const stopped = orders.pauseAt("event written").expect("paused");
    callback.release();
    await stopped;
    await shop.status(order, { at: "orders-2" }).expect({ status: "UNKNOWN", version: 3, reservation: "HELD" });
    await orders.kill();
    await shop.status(order, { at: "orders-2" }).expect({ status: "UNKNOWN", version: 3, reservation: "HELD" });
    await shop.events(order).expect({ events: 0 });

    orders.start();
    await recovery.run();
    await shop.status(order).expect({ status: "PAID", version: 4, reservation: "CONFIRMED" });
    await shop.events(order).expect({ events: 1 });
    note(shop.timeline(order));
  },
  holds: [
    paidOnce,
    stockConserved,
    ledgerExplains,
    eventsComplete,
    nothingPending,
    noticesChangeNothing,
    everyEndTold,
    nothingIncomplete,
    booksAgree,
  ],
  control: breaks(noticesChangeNothing, "recovery leaves UNKNOWN orders alone", unknownLeftAlone),
});
