/**
 * INV-11. What somebody sees who goes from the service to the view and back.
 * A buyer names the latest version that she made or was shown. Until the view is there she is told CONFIRMING, or is shown the
 * facts if she asks for them: never the unit as it was before her own purchase. Somebody who has seen nothing is shown the old view, and
 * that is allowed. Two purchases of hers reach the view in the wrong order: it stands still until the first is there. Meanwhile another
 * was shown the facts, and so he has to wait as well when the view goes on from where it stood. To another tenant the unit does not
 * exist, neither in the view nor in the facts, and whoever is not known is shown nothing.
 */
import {
  breaks,
  experiment,
  ledgerExplains,
  readsNeverGoBack,
  readsOwnWrites,
  stockConserved,
  viewsAreFacts,
  viewsCaughtUp,
  writesInOrder,
} from "../../harness/shop/scenario.ts";
import { watermarkIgnored } from "../controls/watermarkIgnored.ts";
import { whateverComes } from "../controls/whateverComes.ts";

const unit = "sku-lab-01";

export default experiment("INV-11", {
  title: "Own writes, reads that do not go back, writes in their order",
  stock: 9,
  config: { perUserLimit: 9 },
  async story({ inventory, inventoryRelay, process, session, views, note }) {
    process("projector").start();
    const [ann, ben] = [session("ann"), session("ben")];
    const buys = async (): Promise<void> => ann.made(await inventory.reserve({ user: "ann" }).expect("COMMITTED"));
    await inventoryRelay.run().expect("{SENT=1}");

    await buys();
    await views.look().expect("AVAILABLE PROJECTION v1");
    await views.look({ caller: "nobody" }).expect("NOT_ALLOWED");
    await views.look({ tenant: "other" }).expect("NO_SUCH_UNIT");
    await views.look({ tenant: "other", otherwise: "facts" }).expect("NO_SUCH_UNIT");
    await ann.look().expect("CONFIRMING PROJECTION v1");
    await ann.look({ otherwise: "facts" }).expect("AVAILABLE FACTS v2");
    await inventoryRelay.run().expect("{SENT=1}");
    await ann.look().expect("AVAILABLE PROJECTION v2");
    await ben.look().expect("AVAILABLE PROJECTION v2");

    await buys();
    await buys();
    await inventoryRelay.deliver({ of: unit, version: 4 }).expect("PAUSED");
    await views.look().expect("CONFIRMING PROJECTION v2");
    await ben.look({ otherwise: "facts" }).expect("AVAILABLE FACTS v4");
    await inventoryRelay.deliver({ of: unit, version: 3 }).expect("APPLIED");
    await views.look().expect("AVAILABLE PROJECTION v3");
    await ben.look().expect("CONFIRMING PROJECTION v3");
    await ann.look().expect("CONFIRMING PROJECTION v3");
    await inventoryRelay.deliver({ of: unit, version: 4 }).expect("APPLIED");
    await ben.look().expect("AVAILABLE PROJECTION v4");
    await ann.look().expect("AVAILABLE PROJECTION v4");
    await inventoryRelay.run().expect("{SENT=2}");
    note(views.effects);
  },
  holds: [
    readsOwnWrites,
    readsNeverGoBack,
    writesInOrder,
    viewsAreFacts,
    viewsCaughtUp,
    stockConserved,
    ledgerExplains,
  ],
  control: [
    breaks(readsOwnWrites, "what a reader has made is not looked at", watermarkIgnored),
    breaks(readsNeverGoBack, "what a reader was shown is not looked at", watermarkIgnored),
    breaks(writesInOrder, "the projector applies whatever comes", whateverComes),
  ],
});
