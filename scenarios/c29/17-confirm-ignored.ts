/**
 * C29-17, a control. The success callback confirms the hold and does not look whether that worked.
 * Ten orders expire, ten others buy their places, then the ten callbacks arrive: twenty orders are PAID for ten places.
 */
import { booksAgree, breaks, experiment, users } from "../../harness/shop/scenario.ts";
import { confirmIgnored } from "../controls/confirmIgnored.ts";

export default experiment("C29-17", {
  title: "Control: nobody looks whether the place was confirmed",
  stock: 10,
  async story({ shop, channel, sweeper, time, tally, note }) {
    const late = [];
    for (const user of users(1, 10)) {
      const order = await shop.order({ user });
      channel.on("charge", order).reply.delay(1200);
      late.push({ order, callback: channel.on("callback", order).hold() });
    }
    const pays = late.map(({ order }) => shop.pay(order));
    await tally("ten pays whose replies are lost", pays, { UNKNOWN: 10 });
    await time.pass(60_000);
    await sweeper.run();
    const others = [];
    for (const user of users(11, 20)) others.push(shop.pay(await shop.order({ user })));
    await tally("ten other pays", others, { PAID: 10 });
    const callbacks = late.map(({ callback }) => callback.release());
    await tally("ten late callbacks", callbacks, { PAID: 10 });
    note(shop.finalStates);
    note(shop.reconciled);
  },
  holds: [],
  wrong: breaks(booksAgree, "the result of confirming is ignored", confirmIgnored, [
    ...users(1, 10).map((user) => {
      const order = user.replace("user", "ord");
      return `${order} PAID PAID_WITHOUT_CONFIRMED_RESERVATION charged=1990 refunded=0 reservation=RELEASED`;
    }),
    "GLOBAL confirmed=10 != paid=20",
  ]),
});
