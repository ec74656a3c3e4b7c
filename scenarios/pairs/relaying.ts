/** Two relays at once. */
import type { Pair } from "../../harness/shop/explore/pair.ts";
import { eventsReadFirst } from "../controls/eventsReadFirst.ts";
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
];
