/**
 * INV-08. Several lines that want the same.
 * A cart names a camera twice; another names a camera and a kit of a camera and a lens. What is wanted of a unit is added up, and
 * compared with what there is: short by one, the whole cart is refused, and its lens as well is left for others.
 */
import { breaks, experiment, reservedWhole } from "../../harness/shop/scenario.ts";
import { lastLineCounts } from "../controls/inv/lastLineCounts.ts";
import { sound } from "./sound.ts";

const [camera, lens] = [{ of: "camera" }, { of: "lens" }];
const kit = [camera, lens];

export default experiment("INV-08", {
  title: "Two lines of one SKU, an item and a bundle that share one: added up, and short by one refused whole",
  stock: 1,
  config: { perUserLimit: 10 },
  async story({ inventory, shop }) {
    await shop.open({ sku: "camera", total: 3 });
    await shop.open({ sku: "lens", total: 2 });
    const left = async (cameras: number, lenses: number): Promise<void> => {
      await shop.available("camera").expect({ available: cameras });
      await shop.available("lens").expect({ available: lenses });
    };
    const two = await inventory.reserve({ user: "ada", lines: [camera, camera] }).expect("COMMITTED");
    await left(1, 2);
    const both = { user: "bob", lines: [camera, ...kit] };
    await inventory.reserve(both).expect("REJECTED SOLD_OUT");
    await inventory.reserve({ user: "bob", lines: [lens, { of: "camera", quantity: 2 }] }).expect("REJECTED SOLD_OUT");
    await left(1, 2);
    await inventory.reserve({ user: "cyd", lines: kit }).expect("COMMITTED");
    await left(0, 1);
    await inventory.reserve({ user: "dan", lines: kit }).expect("REJECTED SOLD_OUT");
    await inventory.release(two).expect("COMMITTED");
    await left(2, 1);
    const taken = await inventory.reserve(both).expect("COMMITTED");
    await left(0, 0);
    await inventory.confirm(taken).expect("COMMITTED");
  },
  holds: [reservedWhole, ...sound],
  control: breaks(reservedWhole, "of several lines of one unit the last one counts", lastLineCounts),
});
