/**
 * INV-14. A unit's epoch is raised while holds of the old one are open, and commands that name it are on their way.
 * Those commands are refused as EPOCH_MISMATCH, and so is everything that would end an old hold in the ordinary way, its own
 * deadline too. Then each old hold is settled, by two operators at once, exactly once: released, or kept in the new epoch,
 * in which its owner goes on with it.
 */
import { breaks, endedInItsEpoch, experiment, settledOnce, users } from "../../harness/shop/scenario.ts";
import { endedAsRead } from "../controls/inv/endedAsRead.ts";
import { settledAgain } from "../controls/inv/settledAgain.ts";
import { sound } from "./sound.ts";

export default experiment("INV-14", {
  title: "An epoch is raised: old commands are refused, and each old hold is settled once",
  stock: 20,
  async story({ inventory, sweeper, time, tally, note }) {
    const kept = await inventory.reserve({ user: "ada" }).expect("COMMITTED");
    const given = await inventory.reserve({ user: "bob", holdMs: 1_000 }).expect("COMMITTED");
    const hurried = await inventory.reserve({ user: "cyd" }).expect("COMMITTED");
    await inventory.freeze().expect("COMMITTED");
    const raises = [inventory.raiseEpoch(), inventory.raiseEpoch()];
    const end = inventory.confirm(hurried);
    note(await tally("the epoch raised by two at once", raises, { COMMITTED: 1, "REJECTED EPOCH_MISMATCH": 1 }));
    note(await tally("a confirm beside that", [end], { "COMMITTED or REJECTED EPOCH_MISMATCH": 1 }));
    await inventory.confirm(kept).expect({ cause: "EPOCH_MISMATCH", state: "HELD" });
    await inventory.release(given).expect({ cause: "EPOCH_MISMATCH", state: "HELD" });
    await time.pass(1_000);
    await sweeper.run().expect({ released: 0 });

    const settles = [1, 2].flatMap(() => [inventory.settle(kept, "KEPT"), inventory.settle(given, "RELEASED")]);
    const once = { COMMITTED: 2, "REJECTED NOT_OUTDATED": 1, "REJECTED NOT_HELD": 1 };
    note(await tally("each settled by two at once", settles, once));
    await inventory.settle(hurried, "KEPT"); // unless it was confirmed before
    await inventory.unfreeze().expect("COMMITTED");
    await inventory.confirm(kept).expect("COMMITTED");
    const old = users(1, 3).map((user) => inventory.reserve({ user, lines: [{ epoch: 1 }] }));
    note(await tally("Reserves that name the old epoch", old, { "REJECTED EPOCH_MISMATCH": 3 }));
    await inventory.lock(1, { epoch: 1 }).expect("REJECTED EPOCH_MISMATCH");
    await inventory.reserve({ user: "dan", lines: [{ epoch: 2 }] }).expect("COMMITTED");
  },
  holds: [settledOnce, ...sound],
  control: [
    breaks(endedInItsEpoch, "a hold is ended by whoever has read that it is HELD", endedAsRead),
    breaks(settledOnce, "an old hold is settled as often as somebody asks", settledAgain),
  ],
});
