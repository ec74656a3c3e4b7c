/**
 * INV-01. Forty buyers want ten pieces at the same time, through two services.
 * Each Reserve takes its piece by one statement that demands that it is there: ten have one, and thirty are told that it is sold
 * out. Where the stock is read first, and written as it was read, everybody who read in time is served.
 */
import { breaks, experiment, promisedOnce, refusedWhenSoldOut, users } from "../../harness/shop/scenario.ts";
import { stockReadFirst } from "../controls/stockReadFirst.ts";
import { sound } from "./sound.ts";

export default experiment("INV-01", {
  title: "Forty buyers, ten pieces: reserved on a condition, never oversold",
  stock: 10,
  async story({ inventory, shop, tally, note }) {
    const buyers = users(1, 40).map((user, nth) => inventory.reserve({ user, at: `inventory-${1 + (nth % 2)}` }));
    note(await tally("40 buyers at once", buyers, { COMMITTED: 10, "REJECTED SOLD_OUT": 30 }));
    await shop.available().expect({ available: 0 });
  },
  holds: [refusedWhenSoldOut, ...sound],
  control: breaks(promisedOnce, "a balance is read, and written as it was read", stockReadFirst),
});
