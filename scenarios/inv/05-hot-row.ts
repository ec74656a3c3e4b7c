/**
 * INV-05. Twelve buyers want ten pieces of one unit at the same time.
 * The condition is on the quantity: whoever finds a piece has it, however many were served meanwhile. On the condition that nobody
 * was served meanwhile, buyers are refused while pieces are left.
 */
import { breaks, experiment, refusedWhenSoldOut, users } from "../../harness/shop/scenario.ts";
import { stockByVersion } from "../controls/inv/stockByVersion.ts";
import { sound } from "./sound.ts";

export default experiment("INV-05", {
  title: "A unit that everybody wants: nobody is refused while a piece is left",
  stock: 10,
  async story({ inventory, shop, tally, note }) {
    const buyers = users(1, 12).map((user) => inventory.reserve({ user }));
    note(await tally("12 buyers at once", buyers, { COMMITTED: 10, "REJECTED SOLD_OUT": 2 }));
    await shop.available().expect({ available: 0 });
  },
  holds: [refusedWhenSoldOut, ...sound],
  control: breaks(refusedWhenSoldOut, "the unit must be at the version that was read", stockByVersion),
});
