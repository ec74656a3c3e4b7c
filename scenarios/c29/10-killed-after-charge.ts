/**
 * C29-10. The process dies after the charge, before it could record anything.
 * PAYING was committed before the channel was called, so the order is there to be found: recovery leaves it alone while it
 * may still be somebody's work, and settles it by a query when it is stale. The callback that the channel sent before
 * the kill arrives last and changes nothing.
 */
import {
  booksAgree,
  breaks,
  chargedWhenPaid,
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
import { chargedBeforePaying } from "../controls/chargedBeforePaying.ts";

export default experiment("C29-10", {
  title: "SIGKILL after the charge was answered, before it was recorded",
  long: true,
  stock: 4,
  real: true,
  async story({ shop, channel, process, recovery, note }) {
    const order = await shop.order({ user: "user-0042" });
    const callback = channel.on("callback", order).hold();
    const orders = process("orders-1");
    const death = orders.killAt("charge answered").expect("killed");
    await shop.pay(order).expect("io error");
    await death;
    orders.start();
    await shop.status(order).expect({ status: "PAYING", reservation: "HELD" });
    await channel.query(order).expect("CHARGED");

    await recovery.run({ staleMs: 60_000 });
    await shop.status(order).expect({ status: "PAYING", version: 2 });
    await recovery.run({ staleMs: 0 });
    await shop.status(order).expect({ status: "PAID", version: 3, reservation: "CONFIRMED" });
    await callback.release().expect("DUPLICATE PAID");
    note(shop.timeline(order));
  },
  holds: [
    paidOnce,
    chargedWhenPaid,
    stockConserved,
    ledgerExplains,
    eventsComplete,
    nothingPending,
    noticesChangeNothing,
    everyEndTold,
    nothingIncomplete,
    booksAgree,
  ],
  control: breaks(noticesChangeNothing, "the channel is called before the order is PAYING", chargedBeforePaying),
});
