/**
 * INV-04. A hold is confirmed, released by its owner, released by an operator, and swept at the same time.
 * Its time is over, and the sweep decides, so all of them may end it. While somebody looks at it they come, and wait; then one
 * finds it HELD, and the others are told what it became. This is one order of the steps; every order of them with at most two
 * departures is explored by `./run.sh explore hold-ends`.
 */
import { breaks, endedOnce, everyCommandJudged, experiment } from "../../harness/shop/scenario.ts";
import { endedAsRead } from "../controls/inv/endedAsRead.ts";
import { sound } from "./sound.ts";

export default experiment("INV-04", {
  title: "Confirm, release, forced release and sweep of one hold: one of them ends it",
  stock: 4,
  async story({ inventory, sweeper, stockroom, time, tally, note }) {
    await inventory.reserve({ user: "user-0001" }).expect("COMMITTED"); // its piece must not go astray
    const held = await inventory.reserve({ user: "user-0002", holdMs: 1_000 }).expect("COMMITTED");
    await time.pass(1_000);
    const look = stockroom.keep(held).expect("done");
    await time.pass(1);
    const ends = [
      inventory.confirm(held),
      inventory.release(held, { at: "inventory-2" }),
      inventory.forceRelease(held),
    ];
    await look;
    const swept = sweeper.run();
    note(await tally("ends of one hold", ends, { "COMMITTED or REJECTED NOT_HELD": 3 }));
    note(`swept=${(await swept).released}`);
  },
  holds: [everyCommandJudged, ...sound],
  control: breaks(endedOnce, "a hold is ended by whoever has read that it is HELD", endedAsRead),
});
