/**
 * INV-06. Somebody counts ten pieces, and finds one broken; before it is booked, a buyer has reserved one.
 * An adjustment is booked at the version that was counted, so that one is refused, and so is one that would take away what was
 * promised. A bucket is never simply set: held, sold and the total are not for an adjustment to say. Counted anew it is booked,
 * once, whoever sends it how often.
 */
import { adjustedAsCounted, breaks, experiment } from "../../harness/shop/scenario.ts";
import { versionIgnored } from "../controls/inv/versionIgnored.ts";
import { sound } from "./sound.ts";

export default experiment("INV-06", {
  title: "Stock that is corrected: by differences, at the version that was counted, never below what was promised",
  stock: 10,
  config: { perUserLimit: 8 },
  async story({ inventory, shop }) {
    const broken = { available: -1, invalid: 1 };
    const { versions } = await inventory
      .reserve({ user: "ada", lines: [{ quantity: 8 }] })
      .expect({ outcome: "COMMITTED", state: "HELD" });
    const counted = versions[0]?.version ?? 0;
    await inventory.adjust(broken, { version: counted - 1 }).expect("REJECTED VERSION_CONFLICT");
    await inventory.adjust({ available: -3 }, { version: counted }).expect("REJECTED BELOW_PROMISED");
    await inventory.adjust({ held: 0 }, { version: counted }).expect("REJECTED INVALID");
    await inventory.adjust({ sold: 1 }, { version: counted }).expect("REJECTED INVALID");
    await inventory.adjust({ total: 12 }, { version: counted }).expect("REJECTED INVALID");
    await inventory.adjust(broken, { version: counted, approver: "" }).expect("REJECTED NOT_APPROVED");
    await shop.available().expect({ available: 2 });

    const count = { version: counted, adjustment: "count-7" };
    await inventory.adjust(broken, count).expect("COMMITTED");
    await inventory.adjust(broken, { ...count, version: counted + 1 }).expect("REJECTED ALREADY_DONE");
    await shop.available().expect({ available: 1 });
    await inventory.adjust({ available: 4 }, { version: counted + 1 }).expect("COMMITTED");
    await shop.available().expect({ available: 5 });
  },
  holds: [adjustedAsCounted, ...sound],
  control: breaks(adjustedAsCounted, "an adjustment is booked at whatever version there is", versionIgnored),
});
