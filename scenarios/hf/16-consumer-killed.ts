/**
 * HF-16. The consumer dies after it has admitted an event and written its effect, before it has committed either.
 * Its inbox forgets the event together with the shipment. The relay got no answer and publishes nothing; when the event
 * comes again it is new, and the order is shipped, once.
 */
import {
  appliedOnce,
  booksAgree,
  breaks,
  experiment,
  nothingIncomplete,
  shippedEach,
  shippedOnce,
} from "../../harness/shop/scenario.ts";
import { inboxApart } from "../controls/inboxApart.ts";

export default experiment("HF-16", {
  title: "SIGKILL of the consumer between admitting an event and its commit",
  stock: 1,
  async story({ shop, process, relay, note }) {
    await shop.pay(await shop.order({ user: "user-0042" })).expect("PAID");
    const consumer = process("fulfillment");
    const death = consumer.killAt("event applied").expect("killed");
    await relay.run().expect({ delivered: 0 });
    await death;
    await shop.unpublished().expect({ events: 1 });
    await shop.shipments().expect({ orders: 0, shipments: 0 });

    consumer.start();
    await relay.run().expect({ delivered: 1 });
    await shop.unpublished().expect({ events: 0 });
    await shop.shipments().expect({ orders: 1, shipments: 1 });
    note(shop.deliveryEffects);
  },
  holds: [appliedOnce, shippedEach, shippedOnce, nothingIncomplete, booksAgree],
  control: breaks(shippedEach, "the inbox is a transaction of its own", inboxApart),
});
