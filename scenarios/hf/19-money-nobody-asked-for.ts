/**
 * HF-19. Three buyers pay at the channel directly, and the shop learns of it by the callback only.
 * Nobody has begun to pay these orders here: all three are CREATED. The first still holds its place and is PAID on it.
 * The holds of the others are over: one takes another place, and for the last there is none left, so that its money
 * goes back.
 */
import {
  booksAgree,
  breaks,
  everyEndTold,
  experiment,
  moneyIsForPlaces,
  neverOversold,
  nothingIncomplete,
  nothingPending,
  paidOnce,
  refundedInFull,
  stockConserved,
} from "../../harness/shop/scenario.ts";
import { unaskedMoneyIgnored } from "../controls/unaskedMoneyIgnored.ts";

export default experiment("HF-19", {
  title: "Money for a CREATED order: its place, another place, or back",
  stock: 3,
  async story({ shop, channel, sweeper, time, note }) {
    const orders = [];
    for (const user of ["user-0001", "user-0002", "user-0003"]) orders.push(await shop.order({ user }));
    const callbacks = orders.map((order) => channel.on("callback", order).hold());
    for (const order of orders) await channel.charge(order).expect("CHARGED");
    await shop.reconcile().expect({ mismatches: 4 }); // three CHARGED_BUT_CREATED, and the money of all three
    await time.pass(1); // all three notices have been sent, and are held
    const [inTime, another, back] = callbacks;
    await inTime?.release().expect("PAID");

    await time.pass(60_000);
    await sweeper.run().expect({ released: 2 });
    await shop.pay(await shop.order({ user: "user-0004" })).expect("PAID");
    await another?.release().expect("PAID_REHELD");
    await back?.release().expect("REFUNDING");
    for (const order of orders) note(shop.timeline(order));
    note(shop.finalStates);
  },
  holds: [
    paidOnce,
    refundedInFull,
    neverOversold,
    moneyIsForPlaces,
    stockConserved,
    everyEndTold,
    nothingPending,
    nothingIncomplete,
    booksAgree,
  ],
  control: breaks(moneyIsForPlaces, "a success that nobody asked for is ignored", unaskedMoneyIgnored),
});
