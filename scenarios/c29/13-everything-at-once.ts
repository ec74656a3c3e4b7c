/**
 * C29-13. A whole sale with everything that can go wrong, dealt out by the seed.
 * 24 places, 24 orders: 3 are declined, of 4 the reply is lost, of 3 the request is stalled, 3 are never paid, 6 expire
 * while nobody knows whether they were charged, 5 are plain. Callbacks come one to three times, up to 300 ms late. The 12
 * users who were refused try again with new keys beside recovery, until they have a place or everything has settled.
 * However it goes, every place is sold once, and the three books agree to the last unit.
 *
 * Two of the six that expire come last: their callbacks are held and their queries answered too late until the places
 * are gone, so that their refunds are certain, and the first replies to them are too late as well.
 */
import {
  askedOnce,
  booksAgree,
  breaks,
  counts,
  eventsComplete,
  everyEndTold,
  everyPlaceSold,
  experiment,
  ledgerExplains,
  moneyIsForPlaces,
  neverOversold,
  nothingIncomplete,
  nothingPending,
  oneRefundKey,
  paidOnce,
  refundedInFull,
  shippedEach,
  shippedOnce,
  stockConserved,
  users,
  type Answer,
  type Step,
} from "../../harness/shop/scenario.ts";
import { publishedUndelivered } from "../controls/publishedUndelivered.ts";
import { refundedBeforeAsked } from "../controls/refundedBeforeAsked.ts";

const fates = { declined: 3, lost: 4, stalled: 3, neverPaid: 3, expired: 4, expiredLast: 2, plain: 5 } as const;

export default experiment("C29-13", {
  title: "A whole sale: 24 places, 36 buyers, every kind of fault",
  long: true,
  stock: 24,
  async story({ shop, channel, recovery, sweeper, relay, time, together, tally, note, deal, whole }) {
    const orders = [];
    for (const user of users(1, 24)) orders.push(await shop.order({ user }));
    const refused = await together(...users(25, 36).map((user) => shop.order({ user })));
    note(`twelve more ${counts(refused.map((order) => order.outcome))}`);
    const { declined, lost, stalled, expired, expiredLast, plain } = deal(orders, fates);

    for (const order of declined) channel.decline(order);
    for (const order of lost) channel.on("charge", order).reply.delay(whole(400, 1500));
    for (const order of stalled) channel.on("charge", order).request.delay(1500);
    for (const order of [...declined, ...lost, ...plain]) {
      channel.on("callback", order).request.duplicate(whole(1, 3)).delay(whole(0, 300));
    }
    await together(...[...declined, ...lost, ...stalled, ...plain].map((order) => shop.pay(order)));
    await time.pass(whole(0, 1500));
    await recovery.run();
    await time.pass(1500);

    const late = [...expired, ...expiredLast];
    for (const order of late) channel.on("charge", order).reply.delay(whole(400, 1500));
    const callbacks = late.map((order) => channel.on("callback", order).hold());
    const pays = late.map((order) => shop.pay(order));
    await tally("six pays whose replies are lost", pays, { UNKNOWN: 6 });
    for (const order of expiredLast) channel.on("query", order).reply.delay(400);
    await time.pass(60_000);

    let settled = false;
    const latePays: Step<Answer>[] = [];
    const buyUntilSettled = async (user: string): Promise<void> => {
      for (let last = false; !last;) {
        last = settled;
        const order = await shop.order({ user });
        if (order.outcome === "CREATED") {
          const pay = shop.pay(order);
          latePays.push(pay);
          await pay;
          return;
        }
        await time.pass(200);
      }
    };
    const buyers = together(...users(25, 36).map(buyUntilSettled));
    await sweeper.run();
    await together(recovery.run(), ...callbacks.slice(0, 4).flatMap((held) => held.releaseCopies(whole(1, 3))));
    settled = true;
    await buyers;
    await tally("the late buyers' pays", latePays, { PAID: latePays.length });

    for (const order of expiredLast) channel.on("refund", order).reply.delay(400);
    await recovery.run();
    await recovery.run();
    await together(...callbacks.slice(4).flatMap((held) => held.releaseCopies(whole(1, 3))));
    const [unlucky] = plain;
    if (unlucky === undefined) throw new Error("no order is plain");
    channel.on("event", unlucky).request.lose();
    await together(relay.run({ limit: 50 }), relay.run({ limit: 50 }));
    await relay.run({ limit: 50 });
    note(`late buyers ${latePays.length}`);
    note(shop.finalStates);
    note(shop.noticeEffects);
    note(shop.reconciled);
  },
  holds: [
    paidOnce,
    askedOnce,
    refundedInFull,
    oneRefundKey,
    neverOversold,
    stockConserved,
    ledgerExplains,
    eventsComplete,
    shippedEach,
    shippedOnce,
    nothingPending,
    everyPlaceSold,
    moneyIsForPlaces,
    everyEndTold,
    nothingIncomplete,
    booksAgree,
  ],
  occurs: ["REFUNDED", "FAILED"],
  control: [
    {
      ...breaks(refundedInFull, "REFUNDED is written before the channel has said so", refundedBeforeAsked),
      mayNotFire: "the channel is never asked for the refunds whose replies would come late",
    },
    breaks(shippedEach, "an event counts as published although nobody took it", publishedUndelivered),
  ],
});
