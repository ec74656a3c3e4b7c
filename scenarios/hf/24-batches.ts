/**
 * HF-24. More orders than a batch: none is left behind.
 * Sweeper and recovery take three at a time. Seven holds end: three of orders that were charged without anybody knowing, three
 * that nobody has paid, one whose charge was lost on its way. The sweeper needs three rounds; recovery goes through all its
 * pages in one, and asks once about each order: the close of the lost one gets no answer, so that it waits for the next round.
 */
import {
  booksAgree,
  breaks,
  chargedWhenPaid,
  everyEndTold,
  experiment,
  ledgerExplains,
  neverOversold,
  nothingIncomplete,
  nothingPending,
  paidOnce,
  stockConserved,
  users,
} from "../../harness/shop/scenario.ts";
import { unknownLeftAlone } from "../controls/unknownLeftAlone.ts";

export default experiment("HF-24", {
  title: "Batches of three: seven orders, none left behind",
  stock: 7,
  config: { recoveryBatch: 3, sweepBatch: 3 },
  async story({ shop, channel, recovery, sweeper, time, note }) {
    const charged = [];
    for (const user of users(1, 2)) charged.push(await shop.order({ user }));
    const lost = await shop.order({ user: "user-0003" }); // the last of recovery's first page
    charged.push(await shop.order({ user: "user-0004" }));
    for (const order of charged) {
      channel.on("charge", order).reply.lose();
      channel.on("callback", order, "every").request.lose();
      await shop.pay(order).expect("UNKNOWN");
    }
    for (const user of users(5, 7)) await shop.order({ user });
    channel.on("charge", lost).request.lose();
    channel.on("close", lost).reply.lose();
    await shop.pay(lost).expect("UNKNOWN");

    await time.pass(60_000);
    for (const released of [3, 3, 1, 0]) await sweeper.run().expect({ released });
    await recovery.run().expect({ orders: 7 });
    await shop.status(lost).expect({ status: "UNKNOWN" });
    await recovery.run().expect({ orders: 1 });
    await shop.status(lost).expect({ status: "FAILED" });
    await recovery.run().expect({ orders: 0 });
    for (const order of charged) await shop.status(order).expect({ status: "PAID", reservation: "CONFIRMED" });
    await shop.available().expect({ available: 4 });
    note(shop.finalStates);
  },
  holds: [
    paidOnce,
    chargedWhenPaid,
    neverOversold,
    stockConserved,
    ledgerExplains,
    everyEndTold,
    nothingPending,
    nothingIncomplete,
    booksAgree,
  ],
  control: {
    ...breaks(nothingPending, "recovery leaves UNKNOWN orders alone", unknownLeftAlone),
    mayNotFire: "recovery asks for no close then",
  },
});
