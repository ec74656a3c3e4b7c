/**
 * C29-08. Twenty paid orders without a place, and everybody wants one at once.
 * Twenty orders expire in UNKNOWN. Then their twenty callbacks, two sweepers and ten new users run together. Who gets a
 * place is a matter of the schedule; that no more are PAID than there are places, and that the books agree, is not.
 */
import {
  askedOnce,
  booksAgree,
  breaks,
  eventsComplete,
  everyEndTold,
  everyPlaceSold,
  experiment,
  ledgerExplains,
  neverOversold,
  nothingIncomplete,
  nothingPending,
  paidOnce,
  stockConserved,
  users,
  type Answer,
  type Step,
} from "../../harness/shop/scenario.ts";
import { noEventWhenHeldAgain } from "../controls/noEventWhenHeldAgain.ts";
import { reholdWithoutCondition } from "../controls/reholdWithoutCondition.ts";
import { placeNotGivenBack } from "../controls/placeNotGivenBack.ts";

export default experiment("C29-08", {
  title: "Twenty late payments, two sweepers and ten new buyers at once",
  long: true,
  stock: 20,
  async story({ shop, channel, sweeper, time, together, tally, note }) {
    const late = [];
    for (const user of users(1, 20)) {
      const order = await shop.order({ user });
      channel.on("charge", order).reply.delay(1200);
      late.push({ order, callback: channel.on("callback", order).hold() });
    }
    const pays = late.map(({ order }) => shop.pay(order));
    await tally("twenty pays", pays, { UNKNOWN: 20 });
    await time.pass(60_000);

    const newPays: Step<Answer>[] = [];
    const buy = async (user: string): Promise<void> => {
      const order = await shop.order({ user });
      if (order.outcome === "CREATED") newPays.push(shop.pay(order));
    };
    await together(
      ...late.map(({ callback }) => callback.release()),
      sweeper.run(),
      sweeper.run(),
      ...users(21, 30).map(buy),
    );
    // Under some schedules the twenty callbacks take every place.
    if (newPays.length > 0) {
      note(`new buyers ${await tally("whoever of the ten got a place", newPays, { PAID: newPays.length })}`);
    }
    note(shop.noticeEffects);
    note(shop.finalStates);
    note(shop.reconciled);
  },
  holds: [
    paidOnce,
    askedOnce,
    neverOversold,
    stockConserved,
    ledgerExplains,
    eventsComplete,
    nothingPending,
    everyPlaceSold,
    everyEndTold,
    nothingIncomplete,
    booksAgree,
  ],
  occurs: ["PAID_REHELD", "REFUNDING", "new buyers PAID"],
  control: [
    breaks(neverOversold, "taking a place again asks for no stock", reholdWithoutCondition),
    breaks(everyPlaceSold, "a released hold gives no piece back", placeNotGivenBack),
    breaks(eventsComplete, "an order that was held again tells nobody", noEventWhenHeldAgain),
  ],
});
