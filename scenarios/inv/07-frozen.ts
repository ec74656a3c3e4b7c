/**
 * INV-07. A unit is frozen in the middle of a sale.
 * Whoever comes before the freeze has a piece, and whoever comes after it is told that it is frozen; what was held by then can be
 * confirmed and released (that confirming goes on is a decision of ours, the model leaves it open). It is sold again only
 * when nothing is amiss with it: a hold past its deadline has to be swept first.
 */
import { breaks, experiment, movedInState, users } from "../../harness/shop/scenario.ts";
import { stateIgnored } from "../controls/inv/stateIgnored.ts";
import { sound } from "./sound.ts";

export default experiment("INV-07", {
  title: "Frozen during a sale: no new promise, those that were made go on, and three checks before it is sold again",
  stock: 20,
  async story({ inventory, sweeper, time, together, tally, note }) {
    const confirmed = await inventory.reserve({ user: "ada" }).expect("COMMITTED");
    const released = await inventory.reserve({ user: "bob" }).expect("COMMITTED");
    const forgotten = await inventory.reserve({ user: "cyd", holdMs: 1_000 }).expect("COMMITTED");
    const buyers = users(1, 8).map((user) => inventory.reserve({ user, holdMs: 60_000 }));
    const freeze = inventory.freeze().expect({ outcome: "COMMITTED", state: "FROZEN" });
    note(await tally("8 buyers beside a freeze", buyers, { "COMMITTED or REJECTED FROZEN": 8 }));
    await freeze;

    await inventory.reserve({ user: "dan" }).expect("REJECTED FROZEN");
    await inventory.lock(1).expect("REJECTED FROZEN");
    await inventory.adjust({ available: 1 }, { version: 1 }).expect("REJECTED FROZEN");
    await together(
      inventory.confirm(confirmed).expect("COMMITTED"),
      inventory.release(released).expect("COMMITTED"),
      inventory.check().expect({ state: "CONFIRMING" }),
    );
    await time.pass(1_000);
    const { said } = await inventory.unfreeze().expect("REJECTED CHECKS_FAILED");
    note(`checks ${JSON.stringify(said["checks"])}`);
    await sweeper.run().expect({ released: 1 });
    await inventory.unfreeze().expect({ outcome: "COMMITTED", state: "ACTIVE" });
    await inventory.confirm(forgotten).expect("REJECTED NOT_HELD");
    await inventory.reserve({ user: "dan" }).expect("COMMITTED");
  },
  holds: sound,
  occurs: ["REJECTED FROZEN", "COMMITTED"],
  control: breaks(movedInState, "pieces are moved whatever their unit's state", stateIgnored),
});
