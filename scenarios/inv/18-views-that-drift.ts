/**
 * INV-18. Views that drift from the facts: in pieces, in scope, in time.
 * Views are compared only where they are of the facts' own version: one that is behind is late and not wrong, and is a drift of its own
 * when that lasts. What drifted is read from the facts again. Where too many pieces were shown, the unit is frozen and nobody is
 * promised anything, until its view is rebuilt. Whoever found a drift looks once more under the view's lock: an event may have set
 * it right meanwhile, and a correction by the difference would make it wrong again.
 */
import {
  appliedInOrder,
  booksAgree,
  breaks,
  experiment,
  ledgerExplains,
  noEventLost,
  nothingIncomplete,
  stockConserved,
  viewsAreFacts,
  viewsCaughtUp,
} from "../../harness/shop/scenario.ts";
import { driftSubtracted } from "../controls/driftSubtracted.ts";

const unit = "sku-lab-01";

export default experiment("INV-18", {
  title: "Views that drift: in pieces, in scope, in time",
  stock: 9,
  async story({ shop, inventoryRelay, process, time, views, note }) {
    process("projector").start();
    const carry = (): PromiseLike<unknown> => inventoryRelay.run().expect("{SENT=1}");
    await carry();
    await views.compare().expect("none");

    await views.damage(unit, { scope: "CITY hangzhou" }).expect({ views: 1 });
    await views.compare().expect(`${unit} SCOPE RECOMPUTED`);
    await views.damage(unit, { pieces: 2 }).expect({ views: 1 });
    await views.compare().expect(`${unit} QUANTITY RECOMPUTED`);
    await views.look().expect({ available: 9, watermark: 1 });

    await shop.order({ user: "user-0001" }).expect("CREATED");
    await time.pass(5_000);
    await views.compare().expect("none");
    await time.pass(1);
    await views.compare().expect(`${unit} TIME RECOMPUTED`);
    await views.look().expect({ available: 8, watermark: 2 });
    await carry();

    await views.damage(unit, { pieces: 3 }).expect({ views: 1 });
    await views.compare().expect(`${unit} QUANTITY FROZEN`);
    await views.look().expect("CONFIRMING PROJECTION v2");
    await shop.order({ user: "user-0002" }).expect("FROZEN");
    await views.rebuild(unit).expect("REBUILT");
    await shop.order({ user: "user-0002" }).expect("CREATED");
    await inventoryRelay.run().expect("{SENT=4}");
    await views.look().expect({ available: 7, watermark: 6 });

    await views.damage(unit, { pieces: -1 }).expect({ views: 1 });
    const curator = process("views");
    const standing = curator.pauseAt("views compared").expect("paused");
    const compared = views.compare().expect("none");
    await standing;
    await shop.order({ user: "user-0003" }).expect("CREATED");
    await carry();
    curator.resume();
    await compared;
    await views.look().expect({ available: 6, watermark: 7 });
    note(views.effects);
  },
  holds: [
    viewsAreFacts,
    viewsCaughtUp,
    appliedInOrder,
    noEventLost,
    stockConserved,
    ledgerExplains,
    nothingIncomplete,
    booksAgree,
  ],
  control: breaks(viewsAreFacts, "a drift is corrected by the difference that was found", driftSubtracted),
});
