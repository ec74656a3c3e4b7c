/**
 * HF-21. Two units on sale: what happens to one does not touch the other.
 * A buyer has a place of each, because the limit is of a unit, and gets no second one of either. The first unit is sold out
 * while the second has pieces left. One place is paid, the other's hold ends and is given back to its own unit, from which
 * its buyer takes it again by paying late.
 */
import {
  booksAgree,
  breaks,
  everyEndTold,
  experiment,
  ledgerExplains,
  nothingIncomplete,
  nothingPending,
  paidOnce,
  stockConserved,
} from "../../harness/shop/scenario.ts";
import { placeNotGivenBack } from "../controls/placeNotGivenBack.ts";

const second = "sku-lab-02";

export default experiment("HF-21", {
  title: "Two units: what is held, paid and given back of one is not of the other",
  stock: 1,
  async story({ shop, sweeper, time, note }) {
    await shop.open({ sku: second, total: 3 }).expect({ opened: true });
    await shop.open({ sku: second, total: 5 }).expect({ opened: false });
    const ofFirst = await shop.order({ user: "user-0001" }).expect("CREATED");
    const ofSecond = await shop.order({ user: "user-0001", of: second }).expect("CREATED");
    await shop.order({ user: "user-0001", of: second }).expect("USER_LIMIT");
    await shop.order({ user: "user-0002" }).expect("SOLD_OUT");
    await shop.order({ user: "user-0002", of: "sku-lab-03" }).expect("NO_SUCH_UNIT"); // there is no such unit
    await shop.pay(ofSecond).expect("PAID");
    await shop.available().expect({ available: 0 });
    await shop.available(second).expect({ available: 2 });

    await time.pass(60_000);
    await sweeper.run().expect({ released: 1 });
    await shop.available().expect({ available: 1 });
    await shop.available(second).expect({ available: 2 });
    await shop.pay(ofFirst).expect("PAID");
    await shop.available().expect({ available: 0 });
    for (const order of [ofFirst, ofSecond]) note(shop.timeline(order));
  },
  holds: [paidOnce, stockConserved, ledgerExplains, everyEndTold, nothingPending, nothingIncomplete, booksAgree],
  control: breaks(stockConserved, "a released hold gives no piece back", placeNotGivenBack),
});
