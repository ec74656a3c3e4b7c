/** Commands to the inventory at the same time, through its own door. */
import type { Pair } from "../../harness/shop/explore/pair.ts";
import { endedAsRead } from "../controls/inv/endedAsRead.ts";
import { nightsAsAsked } from "../controls/inv/nightsAsAsked.ts";
import { taskUnconditioned } from "../controls/inv/taskUnconditioned.ts";
import { book, openNights } from "../hb/nights.ts";

const nights = ["night-1", "night-2"];

/** A delay task that releases whatever its hold has become is found here. */
const taskEnds: Pair = {
  name: "task-ends",
  title: "delay task × sweep × confirm of one hold",
  says: "its time is over, its delay task comes, and whoever comes first ends it",
  stock: 2,
  bound: 2,
  faultedBound: 1,
  async before({ inventory, expiry, sweeper, time }) {
    await inventory.reserve({ id: "op-other", user: "user-0001" }); // its piece must not go astray
    const held = await inventory.reserve({ id: "op-held", user: "user-0042", holdMs: 1_000 });
    await time.pass(1_000);
    return () => [expiry.arrange(held), sweeper.run(), inventory.confirm(held, { id: "op-confirm" })];
  },
  control: { says: "a delay task takes its hold for one that nobody has ended", parts: taskUnconditioned },
};

export const reserving: readonly Pair[] = [
  {
    name: "nights-nights",
    title: "nights × nights in opposite order",
    says: "two guests book the same nights, one forwards and one backwards, and neither waits for the other's",
    stock: 1,
    bound: 2,
    faultedBound: 1,
    async before({ inventory }) {
      await openNights(inventory, nights, 2);
      return () => [
        book(inventory, "guest-a", nights, { id: "op-a" }),
        book(inventory, "guest-b", [...nights].reverse(), { id: "op-b" }),
      ];
    },
    control: { says: "nights are locked in the order in which they are asked for", parts: nightsAsAsked },
  },
  {
    name: "hold-ends",
    title: "confirm × release × forced release × sweep of one hold",
    says: "its time is over, and whoever comes first ends it",
    stock: 2,
    bound: 2,
    faultedBound: 1,
    async before({ inventory, sweeper, time }) {
      await inventory.reserve({ id: "op-other", user: "user-0001" }); // its piece must not go astray
      const held = await inventory.reserve({ id: "op-held", user: "user-0042", holdMs: 1_000 });
      await time.pass(1_000);
      return () => [
        inventory.confirm(held, { id: "op-confirm" }),
        inventory.release(held, { id: "op-release" }),
        inventory.forceRelease(held, { id: "op-force" }),
        sweeper.run(),
      ];
    },
    control: { says: "a hold is ended by whoever has read that it is HELD", parts: endedAsRead },
  },
  taskEnds,
];
