/**
 * HF-24. More orders than a batch: none is left behind.
 * Sweeper and recovery take two at a time. Seven holds end: three of orders that were charged without anybody knowing, three
 * that nobody has paid, one whose charge was lost on its way. The sweeper needs four rounds; recovery goes through all its
 * pages in one. The close of the last order gets no answer, so that it waits for the next round.
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
  title: "Batches of two: seven orders, none left behind",
  stock: 7,
  config: { recoveryBatch: 2, sweepBatch: 2 },
  async story({ shop, channel, recovery, sweeper, time, note }) {
    const charged = [];
    for (const user of users(1, 3)) charged.push(await shop.order({ user }));
    for (const order of charged) {
      channel.on("charge", order).reply.lose();
      channel.on("callback", order, "every").request.lose();
      await shop.pay(order).expect("UNKNOWN");
    }
    for (const user of users(4, 6)) await shop.order({ user });
    const lost = await shop.order({ user: "user-0007" });
    channel.on("charge", lost).request.lose();
    channel.on("close", lost).reply.lose();
    await shop.pay(lost).expect("UNKNOWN");

    await time.pass(60_000);
    for (const released of [2, 2, 2, 1, 0]) await sweeper.run().expect({ released });
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
