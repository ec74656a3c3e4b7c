/**
 * INV-16. Six of ten pieces are put aside for an activity, beside ordinary sale; the activity ends while holds are open.
 * Neither takes what is the other's. What an activity's hold gives back returns to its lock while that is open, and to ordinary sale
 * when it has ended, whichever comes first of the end and the release.
 */
import { breaks, experiment, lockedForActivities, users } from "../../harness/shop/scenario.ts";
import { returnedToSale } from "../controls/inv/returnedToSale.ts";
import { sound } from "./sound.ts";

export default experiment("INV-16", {
  title: "Pieces put aside for an activity: every hold returns to where it came from",
  stock: 10,
  async story({ inventory, sweeper, shop, time, together, tally, note }) {
    const lock = await inventory.lock(6).expect({ outcome: "COMMITTED", state: "OPEN" });
    const rest = await inventory.lock(1).expect("COMMITTED"); // of another activity, which goes on to the end
    const inActivity = (user: string, holdMs = 60_000) => inventory.reserve({ user, holdMs, lines: [{ lock }] });
    const [ada, bob, cyd] = await together(inActivity("ada"), inActivity("bob"), inActivity("cyd", 1_000));
    const other = await inventory.reserve({ user: "dan", lines: [{ lock: rest }] }).expect("COMMITTED");
    const crowd = users(1, 10).map((user, nth) => (nth % 2 === 0 ? inActivity(user) : inventory.reserve({ user })));
    note(await tally("5 of the activity, 5 others", crowd, { COMMITTED: 6, "REJECTED SOLD_OUT": 4 }));
    await shop.available().expect({ available: 0 });

    await inventory.release(ada).expect("COMMITTED"); // to the lock
    await inventory.release(other).expect("COMMITTED"); // to the other lock
    await shop.available().expect({ available: 0 });
    await inventory.confirm(bob).expect("COMMITTED");
    await time.pass(1_000);
    await together(inventory.unlock(lock).expect("COMMITTED"), sweeper.run().expect({ released: 1 }));
    await inventory.lookUpReservation(cyd).expect({ state: "RELEASED" });
    await inActivity("eve").expect("REJECTED LOCK_ENDED");
    await shop.available().expect({ available: 2 });
    await time.pass(60_000);
    await sweeper.run().expect({ released: 6 });
    await shop.available().expect({ available: 8 });
  },
  holds: [lockedForActivities, ...sound],
  control: breaks(lockedForActivities, "what a hold gives back is for sale, wherever it came from", returnedToSale),
});
