/**
 * C29-09. Two relays carry forty events.
 * Each claims twenty that the other does not have; the consumer gets every event once. An event that comes again is a
 * duplicate, an older version of an order is stale, and neither ships anything.
 */
import {
  appliedOnce,
  booksAgree,
  breaks,
  eventsComplete,
  experiment,
  nothingIncomplete,
  shippedEach,
  shippedOnce,
  users,
} from "../../harness/shop/scenario.ts";
import { noVersionCheck } from "../controls/noVersionCheck.ts";
import { noInbox } from "../controls/noInbox.ts";

export default experiment("C29-09", {
  title: "Two relays, forty events; one comes again, one comes late",
  long: true,
  stock: 40,
  async story({ shop, relay, fulfillment, together, tally, note }) {
    const orders = [];
    const pays = [];
    for (const user of users(1, 40)) {
      const order = await shop.order({ user });
      const pay = shop.pay(order);
      await pay;
      orders.push(order);
      pays.push(pay);
    }
    await tally("forty pays", pays, { PAID: 40 });
    await together(
      relay.run({ limit: 20 }).expect({ delivered: 20 }),
      relay.run({ limit: 20 }).expect({ delivered: 20 }),
    );
    await relay.run({ limit: 20 }).expect({ delivered: 0 });
    await shop.arrivals().expect({ arrivals: 40, events: 40 });

    const [first] = orders;
    if (first === undefined) throw new Error("nobody has ordered");
    await fulfillment.deliver({ eventId: 1, order: first, version: 3 }).expect("DUPLICATE");
    await fulfillment.deliver({ eventId: 1001, order: first, version: 2 }).expect("STALE");
    note(shop.deliveryEffects);
  },
  holds: [shippedEach, shippedOnce, eventsComplete, appliedOnce, nothingIncomplete, booksAgree],
  control: [
    breaks(shippedOnce, "the consumer looks at no version", noVersionCheck),
    breaks(appliedOnce, "the consumer has neither inbox nor version check", noInbox),
  ],
});
