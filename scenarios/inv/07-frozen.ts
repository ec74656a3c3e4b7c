/**
 * INV-07. A unit is frozen in the middle of a sale.
 * Whoever comes before the freeze has a piece, and whoever comes after it is told that it is frozen; what was held by then can be
 * confirmed and released (that confirming goes on is a decision of ours, the model leaves it open). It is sold again only
 * when nothing is amiss with it. Four times something is: a hold is for more pieces than the unit has as held (safety), pieces are
 * void and nobody wrote down why (explanation), a hold is past its deadline, and events wait that nobody carries (liveness). Each
 * time the check that finds it refuses, and nothing has changed by that; when it is mended, the unit is sold again.
 */
import {
  breaks,
  experiment,
  movedInState,
  refusalChangesNothing,
  soldAgainOnlySound,
  soldAgainWhenMended,
  users,
  type Story,
} from "../../harness/shop/scenario.ts";
import { explanationPassedOver, livenessPassedOver, safetyPassedOver } from "../controls/inv/checkPassedOver.ts";
import { checksRemembered } from "../controls/inv/checksRemembered.ts";
import { soldBeforeChecked } from "../controls/inv/soldBeforeChecked.ts";
import { stateIgnored } from "../controls/inv/stateIgnored.ts";
import { sound } from "./sound.ts";

/** Of a frozen unit with which something is amiss: refused, mended, and sold again. */
async function mended(
  { unfreezing, note }: Story,
  amiss: "safety" | "liveness" | "explanation",
  mend: () => Promise<unknown>,
): Promise<void> {
  const { said } = await unfreezing.attempt(amiss);
  note(`checks ${JSON.stringify(said["checks"])}`);
  await mend();
  await unfreezing.attempt("nothing");
}

export default experiment("INV-07", {
  title: "Frozen during a sale: no new promise, those that were made go on, and three checks before it is sold again",
  stock: 20,
  async story(story) {
    const { inventory, inventoryRelay, process, sweeper, time, together, tally, unfreezing, note } = story;
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

    await unfreezing.spoil("a hold is for a piece more");
    await mended(story, "safety", () => unfreezing.mend("a hold is for a piece more"));
    await inventory.freeze().expect("COMMITTED");
    await unfreezing.spoil("a piece is void");
    await mended(story, "explanation", () => unfreezing.mend("a piece is void"));
    await inventory.freeze().expect("COMMITTED");
    await time.pass(1_000);
    await mended(story, "liveness", async () => sweeper.run().expect({ released: 1 }));
    await inventory.freeze().expect("COMMITTED");
    await time.pass(60_001);
    await sweeper.run();
    process("projector").start();
    await mended(story, "liveness", async () => inventoryRelay.run({ limit: 100 }));

    await inventory.confirm(forgotten).expect("REJECTED NOT_HELD");
    await inventory.reserve({ user: "dan" }).expect("COMMITTED");
  },
  holds: [soldAgainOnlySound, refusalChangesNothing, soldAgainWhenMended, ...sound],
  occurs: ["REJECTED FROZEN", "COMMITTED"],
  control: [
    breaks(soldAgainOnlySound, "safety is passed over", safetyPassedOver),
    breaks(soldAgainOnlySound, "liveness is passed over", livenessPassedOver),
    breaks(soldAgainOnlySound, "explanation is passed over", explanationPassedOver),
    breaks(refusalChangesNothing, "it is sold again, and checked then", soldBeforeChecked),
    breaks(soldAgainWhenMended, "what the checks once found they find for ever", checksRemembered),
    breaks(movedInState, "pieces are moved whatever their unit's state", stateIgnored),
  ],
});
