/**
 * C29-05. The charge itself is stalled on its way, and arrives after everybody has given up.
 * NOT_FOUND does not mean that nothing will be charged: recovery closes the order at the channel first, and only the
 * close makes it FAILED and gives its place back. The late request finds CLOSED; so does every further one.
 */
import {
  booksAgree,
  breaks,
  chargedWhenPaid,
  everyEndTold,
  experiment,
  ledgerExplains,
  nothingIncomplete,
  nothingPending,
  stockConserved,
} from "../../harness/shop/scenario.ts";
import { placeNotGivenBack } from "../controls/placeNotGivenBack.ts";

export default experiment("C29-05", {
  title: "The charge arrives after its order was closed",
  stock: 4,
  async story({ shop, channel, recovery, time, note }) {
    const order = await shop.order({ user: "user-0042" }).expect("CREATED");
    channel.on("charge", order).request.delay(1500);
    await shop.pay(order).expect("UNKNOWN");
    await shop.status(order).expect({ status: "UNKNOWN", reservation: "HELD" });
    await shop.available().expect({ available: 3 });
    await channel.query(order).expect("NOT_FOUND");

    await recovery.run();
    await shop.status(order).expect({ status: "FAILED", version: 4, reservation: "RELEASED" });
    await shop.available().expect({ available: 4 });
    await channel.query(order).expect("CLOSED");

    await time.pass(1500); // the stalled request has arrived by now
    await channel.query(order).expect("CLOSED");
    await channel.charge(order).expect({ http: 409, text: "CLOSED" });
    await shop.status(order).expect({ status: "FAILED", version: 4 });
    await shop.reconcile().expect({ mismatches: 0, pending: 0 });
    note(shop.timeline(order));
  },
  holds: [chargedWhenPaid, stockConserved, ledgerExplains, nothingPending, everyEndTold, nothingIncomplete, booksAgree],
  control: breaks(stockConserved, "a released hold gives no piece back", placeNotGivenBack),
});
