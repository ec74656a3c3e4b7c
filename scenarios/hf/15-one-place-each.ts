/**
 * HF-15. Whoever has a place gets no second one.
 * A place that is held counts and a place that is paid counts: the second wish is refused with 409 and leaves no order
 * behind. A place that was given back counts no more.
 */
import {
  booksAgree,
  breaks,
  everyEndTold,
  experiment,
  nothingIncomplete,
  nothingPending,
  stockConserved,
  withinLimit,
} from "../../harness/shop/scenario.ts";
import { limitCountsHoldsOnly } from "../controls/limitCountsHoldsOnly.ts";

export default experiment("HF-15", {
  title: "One place each, held or paid",
  stock: 4,
  async story({ shop, together, note }) {
    const order = await shop.order({ user: "user-0042" }).expect({ http: 201, outcome: "CREATED" });
    await shop.order({ user: "user-0042" }).expect({ http: 409, outcome: "USER_LIMIT" });
    await shop.pay(order).expect("PAID");
    await shop.order({ user: "user-0042" }).expect({ http: 409, outcome: "USER_LIMIT" });
    await shop.booked().expect({ orders: 1 });
    await shop.available().expect({ available: 3 });

    const given = await shop.order({ user: "user-0043" }).expect("CREATED");
    await shop.cancel(given).expect("CANCELLED");
    const wishes = await together(shop.order({ user: "user-0043" }), shop.order({ user: "user-0043" }));
    for (const wish of wishes) if (wish.outcome === "CREATED") await shop.pay(wish).expect("PAID");
    await shop.booked().expect({ orders: 3 });
    await shop.available().expect({ available: 2 });
    note(shop.finalStates);
  },
  holds: [withinLimit, stockConserved, everyEndTold, nothingPending, nothingIncomplete, booksAgree],
  control: breaks(withinLimit, "a paid place does not count", limitCountsHoldsOnly),
});
