/** Two relays at once, of orders and of the inventory. */
import type { Pair } from "../../harness/shop/explore/pair.ts";
import { eventsReadFirst } from "../controls/eventsReadFirst.ts";
import { eventMarkedFirst } from "../controls/eventMarkedFirst.ts";
import { paid } from "../grid/situations.ts";

export const relaying: readonly Pair[] = [
  {
    name: "relay-relay",
    title: "relay × relay",
    says: "each event is carried, and shipped once",
    stock: 2,
    bound: 2,
    faultedBound: 1,
    async before(story) {
      await paid(story, "user-0042");
      await paid(story, "user-0043");
      return () => [story.relay.run({ limit: 1 }), story.relay.run({ limit: 1, on: "relay-2" })];
    },
    control: { says: "events are read and not claimed, and admitted by a look", parts: eventsReadFirst },
  },
  {
    name: "lease-lease",
    title: "relay by lease × relay by lease",
    says: "a unit's events reach their reader in the order of its versions, and are marked when they have",
    stock: 2,
    bound: 1,
    faultedBound: 0,
    async before(story) {
      story.process("projector").start();
      await paid(story, "user-0042");
      await story.shop.open({ sku: "sku-lab-02", total: 1 });
      await story.shop.order({ user: "user-0043", of: "sku-lab-02" });
      const [first, second] = ["inventory-relay-1", "inventory-relay-2"];
      return () => [first, second].map((on) => story.inventoryRelay.run({ limit: 2, on }));
    },
    control: { says: "an event is marked and then sent", parts: eventMarkedFirst },
  },
];
