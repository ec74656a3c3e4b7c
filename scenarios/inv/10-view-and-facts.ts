/**
 * INV-10. The view of a unit and its facts: a duplicate, a gap, another order, an epoch that is over, a rebuild under load.
 * An event whose answer was lost comes twice and counts once. One that comes too early pauses its unit: readers are told
 * CONFIRMING, and the view is read from the facts, or goes on by itself when what is missing comes. Then the unit is frozen and its
 * view rebuilt with a new epoch, while buyers go on ordering: they are refused until it is on sale again. An event that was under way all
 * that time arrives after it; it is of an epoch that is over, and is put aside.
 */
import {
  appliedInOrder,
  booksAgree,
  breaks,
  experiment,
  ledgerExplains,
  noEventLost,
  nothingIncomplete,
  oldEpochsKeptOut,
  stockConserved,
  users,
  viewsAreFacts,
  viewsCaughtUp,
} from "../../harness/shop/scenario.ts";
import { gapPassedOver } from "../controls/gapPassedOver.ts";
import { whateverComes } from "../controls/whateverComes.ts";

const unit = "sku-lab-01";

export default experiment("INV-10", {
  title: "Duplicate, gap, other order, old epoch, and a rebuild under load",
  stock: 20,
  async story({ shop, channel, inventoryRelay, process, time, views, together, tally, note }) {
    process("projector").start();
    const buyers = [...users(1, 4)];
    const buys = async (): Promise<void> => {
      const order = await shop.order({ user: buyers.shift() ?? "" }).expect("CREATED"); // one version more
      await shop.pay(order).expect("PAID"); // and another one
    };
    await inventoryRelay.run().expect("{SENT=1}");

    await buys();
    channel.on("change", `${unit}/v3`).reply.lose();
    await inventoryRelay.run().expect("{POSTPONED=1, SENT=1}");
    await time.pass(1_000);
    await inventoryRelay.run().expect("{SENT=1}");
    await views.look().expect("AVAILABLE PROJECTION v3");

    await buys();
    await inventoryRelay.deliver({ of: unit, version: 5 }).expect("PAUSED");
    await views.look().expect("CONFIRMING PROJECTION v3");
    await views.repair().expect(unit);
    await views.look().expect("AVAILABLE PROJECTION v5");
    await inventoryRelay.run().expect("{SENT=2}");

    await buys();
    await inventoryRelay.deliver({ of: unit, version: 7 }).expect("PAUSED");
    await inventoryRelay.deliver({ of: unit, version: 6 }).expect("APPLIED");
    await inventoryRelay.deliver({ of: unit, version: 7 }).expect("APPLIED");
    await inventoryRelay.run().expect("{SENT=2}");

    await buys();
    const early = channel.on("change", `${unit}/v8`).hold();
    const carrying = inventoryRelay.run({ limit: 1 }).expect("{SENT=1}");
    await views.rebuild(unit).expect("NOT_FROZEN");
    await views.freeze(unit).expect("FROZEN");
    await shop.order({ user: "user-0007" }).expect("FROZEN");
    const crowd = users(8, 13).map((user) => shop.order({ user }));
    await together(views.rebuild(unit).expect("REBUILT"), tally("orders meanwhile", crowd, { "CREATED or FROZEN": 6 }));
    await early.release().expect("QUARANTINED");
    await carrying;
    await shop.order({ user: "user-0014" }).expect("CREATED");
    await inventoryRelay.run();
    await inventoryRelay.standstills().expect("none");
    note(views.effects);
    note(shop.finalStates);
  },
  holds: [
    viewsAreFacts,
    viewsCaughtUp,
    appliedInOrder,
    oldEpochsKeptOut,
    noEventLost,
    stockConserved,
    ledgerExplains,
    nothingIncomplete,
    booksAgree,
  ],
  control: [
    breaks(appliedInOrder, "a gap is passed over", gapPassedOver),
    breaks(oldEpochsKeptOut, "the projector applies whatever comes", whateverComes),
  ],
});
