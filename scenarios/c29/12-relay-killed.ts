/**
 * C29-12. The relay dies after the consumer has taken three events, before it has marked any.
 * Its marks go with its transaction, so the events are still unpublished and the next relay delivers them again. The
 * consumer has seen them: every order is shipped once.
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
import { noInbox } from "../controls/noInbox.ts";

export default experiment("C29-12", {
  title: "The relay dies between the consumer's answers and its own commit",
  stock: 3,
  real: true,
  async story({ shop, process, relay, note }) {
    for (const user of users(1, 3)) await shop.pay(await shop.order({ user })).expect("PAID");
    const death = process("relay").killAt("third event taken").expect("killed");
    relay.run();
    await death;
    await shop.unpublished().expect({ events: 3 });
    await relay.run().expect({ delivered: 3 });
    await shop.unpublished().expect({ events: 0 });
    note(shop.deliveryEffects);
  },
  holds: [shippedEach, shippedOnce, eventsComplete, appliedOnce, nothingIncomplete, booksAgree],
  control: breaks(shippedOnce, "the consumer has neither inbox nor version check", noInbox),
});
