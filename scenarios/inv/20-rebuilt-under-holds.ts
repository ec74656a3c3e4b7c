/**
 * INV-20. The view of a unit is built anew while its pieces are held: what was promised before is in doubt, and nothing of it is lost.
 * A unit is frozen with six holds open. While its view is rebuilt under the next epoch, one hold is confirmed and one released: either
 * comes before the epoch is raised and counts, or after it and is refused. From then on no old hold is confirmed, released, swept or
 * ended by its delay task. The reconciliation settles each, two operators at once and each hold once: what is kept goes on in the new
 * epoch, and there it is confirmed, released, or over at its deadline. Buyers who come meanwhile are refused, and the view is the unit again.
 */
import {
  appliedInOrder,
  breaks,
  endedInItsEpoch,
  expiredInTime,
  experiment,
  noEventLost,
  noneOverdue,
  oldEpochsKeptOut,
  users,
  viewsAreFacts,
  viewsCaughtUp,
} from "../../harness/shop/scenario.ts";
import { endedAsRead } from "../controls/inv/endedAsRead.ts";
import { whateverComes } from "../controls/whateverComes.ts";
import { sound } from "./sound.ts";

const unit = "sku-lab-01";

export default experiment("INV-20", {
  title: "A view rebuilt while pieces are held: each old hold is settled once, and goes on or is over",
  stock: 20,
  config: { expiryUrl: "http://expiry" },
  async story({ inventory, inventoryRelay, channel, views, sweeper, process, time, together, tally, note }) {
    process("projector").start();
    const reserve = (user: string, holdMs = 60_000) => inventory.reserve({ user, holdMs }).expect("COMMITTED");
    const sold = await reserve("ada");
    const returned = await reserve("bob");
    const brief = await reserve("cyd", 1_000);
    const given = await reserve("dan", 1_000);
    await inventoryRelay.run();
    const hurried = [await reserve("eve"), await reserve("fay")] as const;
    const early = channel.on("change", `${unit}/v6`).hold();
    const carrying = inventoryRelay.run({ limit: 1 });
    await inventory.freeze().expect("COMMITTED");

    const ends = [inventory.confirm(hurried[0]), inventory.release(hurried[1])];
    const crowd = users(1, 3).map((user) => inventory.reserve({ user }));
    await together(
      views.rebuild(unit).expect("REBUILT"),
      tally("ends of old holds meanwhile", ends, { "COMMITTED or REJECTED EPOCH_MISMATCH": 2 }),
      tally("buyers meanwhile", crowd, { "COMMITTED or REJECTED FROZEN": 3 }),
    );
    await early.release().expect("QUARANTINED");
    await carrying;

    await inventory.confirm(sold).expect({ cause: "EPOCH_MISMATCH", state: "HELD" });
    await inventory.release(returned).expect({ cause: "EPOCH_MISMATCH", state: "HELD" });
    await time.pass(1_001);
    await sweeper.run().expect({ released: 0 });
    for (const hold of [brief, given]) await inventory.lookUpReservation(hold).expect({ state: "HELD" });

    const settle = () => [
      ...[sold, returned, brief].map((hold) => inventory.settle(hold, "KEPT")),
      inventory.settle(given, "RELEASED"),
    ];
    const settles = [...settle(), ...settle()];
    const once = { COMMITTED: 4, "REJECTED NOT_OUTDATED or REJECTED NOT_HELD": 4 };
    note(await tally("each settled by two at once", settles, once));
    for (const hold of hurried) await inventory.settle(hold, "RELEASED"); // unless it was over before the epoch was

    await inventory.confirm(sold).expect("COMMITTED");
    await inventory.release(returned).expect("COMMITTED");
    await sweeper.run();
    await time.pass(1); // its delay task came again with its new epoch
    await inventory.lookUpReservation(brief).expect({ state: "RELEASED" });
    await reserve("gus");
    await inventoryRelay.run({ limit: 50 });
    await inventoryRelay.standstills().expect("none");
    await views.look({ of: unit }).expect({ availability: "AVAILABLE" });
    await time.pass(60_001);
    await sweeper.run();
    await inventoryRelay.run({ limit: 50 });
    note(views.effects);
  },
  holds: [
    ...[expiredInTime, noneOverdue, ...sound],
    ...[viewsAreFacts, viewsCaughtUp, appliedInOrder, oldEpochsKeptOut, noEventLost],
  ],
  control: [
    breaks(endedInItsEpoch, "a hold is ended by whoever has read that it is HELD", endedAsRead),
    breaks(oldEpochsKeptOut, "the projector applies whatever comes", whateverComes),
  ],
});
