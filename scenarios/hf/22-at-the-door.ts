/**
 * HF-22. What cannot be meant is refused at the door, and changes nothing.
 * At the shop's door, at the channel's, and at the consumer's. Orders that do not exist are paid, cancelled, looked at and told of; a wish and a notice are no valid ones; a request key
 * is used again for another wish; a notice speaks of another amount. Then the money arrives a minute late, and nobody has
 * swept: the place still counts.
 */
import {
  booksAgree,
  breaks,
  everyEndTold,
  experiment,
  moneyIsForPlaces,
  nothingIncomplete,
  nothingPending,
  paidOnce,
  stockConserved,
} from "../../harness/shop/scenario.ts";
import { unaskedMoneyIgnored } from "../controls/unaskedMoneyIgnored.ts";

const nobodys = "ord-9999";
const key = "wish-0001";

export default experiment("HF-22", {
  title: "What cannot be meant is refused, and changes nothing",
  stock: 3,
  async story({ shop, channel, fulfillment, time, note }) {
    await shop.pay(nobodys).expect({ http: 404, text: "NO_SUCH_ORDER" });
    await shop.cancel(nobodys).expect({ http: 404, text: "NO_SUCH_ORDER" });
    await shop.status(nobodys).expect({ status: "NO_SUCH_ORDER" });
    await channel.notify(nobodys, "CHARGED").expect({ http: 200, text: "NO_SUCH_ORDER" });
    await shop.order({ user: "" }).expect({ http: 400, outcome: "INVALID" });
    await channel.charge(nobodys, { amount: 0 }).expect({ http: 400, text: "INVALID" });
    await channel.close("").expect({ http: 400, text: "INVALID" });
    await channel.refundByHand(nobodys, "").expect({ http: 400, text: "INVALID" });
    await fulfillment.deliver({ eventId: 0, order: nobodys, version: 1 }).expect({ http: 400, text: "INVALID" });

    const order = await shop.order({ user: "user-0001", key }).expect("CREATED");
    await shop.order({ user: "user-0001", key }).expect({ http: 200, outcome: "REPLAY" });
    await shop.order({ user: "user-0002", key }).expect({ http: 422, outcome: "KEY_REUSED" });
    await shop.order({ user: "user-0001", key, of: "sku-lab-02" }).expect({ http: 422, outcome: "KEY_REUSED" });
    await shop.order({ user: "user-0001", key, amount: 1 }).expect({ http: 422, outcome: "KEY_REUSED" });
    await channel.notify(order, "CHARGED", { amount: 0 }).expect({ http: 400, text: "INVALID" });
    await channel.notify(order, "CHARGED", { amount: 1 }).expect("AMOUNT_MISMATCH");
    await shop.booked().expect({ orders: 1 });
    await shop.available().expect({ available: 2 });
    await shop.status(order).expect({ status: "CREATED", version: 1, reservation: "HELD" });

    const charged = channel.on("callback", order, 3).hold(); // after the two notices above
    await channel.charge(order).expect("CHARGED");
    await time.pass(60_000);
    await charged.release().expect("PAID");
    await channel.notify(order, "DECLINED").expect("IGNORED PAID");
    await shop.status(order).expect({ status: "PAID", version: 2, reservation: "CONFIRMED" });
    note(shop.timeline(order));
  },
  holds: [paidOnce, moneyIsForPlaces, stockConserved, everyEndTold, nothingPending, nothingIncomplete, booksAgree],
  control: breaks(moneyIsForPlaces, "a success that nobody asked for is ignored", unaskedMoneyIgnored),
});
