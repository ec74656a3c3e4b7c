/**
 * C29-18, a control. The consumer has neither inbox nor version check, and the relay dies as in C29-12.
 * Delivery is at least once, so a consumer that cannot tell a repetition ships it again: three orders, six shipments.
 */
import { breaks, experiment, shippedOnce, users } from "../../harness/shop/scenario.ts";
import { noInbox } from "../controls/noInbox.ts";

export default experiment("C29-18", {
  title: "Control: a consumer that forgets, and a relay that dies",
  stock: 3,
  real: true,
  async story({ shop, process, relay, note }) {
    for (const user of users(1, 3)) await shop.pay(await shop.order({ user })).expect("PAID");
    const death = process("relay").killAt("third event taken").expect("killed");
    relay.run();
    await death;
    await shop.unpublished().expect({ events: 3 });
    await relay.run().expect({ delivered: 3 });
    await shop.shipments().expect({ orders: 3, shipments: 6 });
    note(shop.deliveryEffects);
  },
  holds: [],
  wrong: breaks(shippedOnce, "the consumer has neither inbox nor version check", noInbox, [
    "ord-0001 was shipped 2 times",
    "ord-0002 was shipped 2 times",
    "ord-0003 was shipped 2 times",
  ]),
});
