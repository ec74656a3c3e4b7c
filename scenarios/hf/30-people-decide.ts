/**
 * HF-30. Two people decide one conflict, while its money is heard of again and recovery works.
 * Three orders lose their places, and then their money comes: of one that nobody had begun to pay; of one by a notice and by
 * recovery's question at once; of one by that question alone. Each is one conflict. As long as it is open nothing else moves the order:
 * not its buyer, not recovery, not the money heard of again or refused, not an order service whose sale gives late money back. Then
 * two people decide the same one, at once and otherwise, while all that goes on: one has decided, the other is told so, and each is
 * told the same again. Of the next, a place is wished for when none is left, which changes nothing; whoever gives the money back
 * hears nothing of it and says it again. Of the last, the refund's answer is lost, and recovery asks for it.
 */
import {
  booksAgree,
  breaks,
  counts,
  decidedOnce,
  everyEndTold,
  experiment,
  moneyIsForPlaces,
  nothingAcknowledgedLost,
  nothingIncomplete,
  nothingPending,
  oneRefundTask,
  paidOnce,
  refundedInFull,
  stockConserved,
  type Order,
  type Story,
} from "../../harness/shop/scenario.ts";
import { conflictOverlooked } from "../controls/conflictOverlooked.ts";
import { decisionUnconditioned } from "../controls/decisionUnconditioned.ts";

const anna = { by: "anna", because: "the buyer still wants it" };
const ben = { by: "ben", because: "the buyer gave up" };
const givesBack = "orders-2";

export default experiment("HF-30", {
  title: "A conflict is decided once, whoever decides and whatever comes in between",
  stock: 3,
  config: { lateSuccess: "manual" },
  configOf: { [givesBack]: { lateSuccess: "refund", ordersUrl: `http://${givesBack}` } },
  async story(story) {
    const { shop, channel, decider, recovery, together, tally, note } = story;
    const [disputed, elsewhere, unasked] = await threeWithoutPlaces(story);
    await decider.waiting().expect([disputed, elsewhere, unasked].map(({ id }) => id).join(", "));
    for (const order of [disputed, unasked]) await waits(story, order);

    const both = () => [decider.decide(disputed, "rehold", anna), decider.decide(disputed, "refund", ben)];
    const others = [channel.repeat(disputed), recovery.run(), recovery.run({ on: "recovery-2" })];
    await tally("2 decisions", both(), { DECIDED: 1, ALREADY_DECIDED: 1 });
    await together(...others);
    note(`disputed ${counts([(await shop.status(disputed)).status])}`);
    await tally("2 decisions, once more", both(), { DECIDED: 1, ALREADY_DECIDED: 1 });

    await sellTheRest(story);
    await decider.decide(elsewhere, "rehold", anna).expect({ http: 409, text: "NO_PLACE SOLD_OUT" });
    channel.on("decision", elsewhere, 2).reply.lose();
    await decider.decide(elsewhere, "refund", ben).expect("timeout");
    await decider.decide(elsewhere, "refund", ben).expect({ http: 200, text: "DECIDED refund" });
    await decider.decide(elsewhere, "refund", anna).expect({ http: 409, text: "ALREADY_DECIDED refund" });
    channel.on("refund", unasked).reply.lose();
    await decider.decide(unasked, "refund", anna).expect("DECIDED refund");
    await shop.status(unasked).expect("REFUNDING");
    await recovery.run().expect({ orders: 1 });
    await decider.waiting().expect("nothing");
    for (const order of [disputed, elsewhere, unasked]) note(shop.timeline(order));
    note(shop.finalStates);
  },
  holds: [
    paidOnce,
    decidedOnce,
    refundedInFull,
    oneRefundTask,
    moneyIsForPlaces,
    nothingAcknowledgedLost,
    stockConserved,
    everyEndTold,
    nothingPending,
    nothingIncomplete,
    booksAgree,
  ],
  control: [
    {
      ...breaks(decidedOnce, "a decision is carried out whatever has been decided by then", decisionUnconditioned),
      mayFail: "what is decided twice finds a refund there already",
    },
    {
      ...breaks(decidedOnce, "money that waits is taken for new when it is heard of again", conflictOverlooked),
      mayFail: "where the sale leaves it to a person, the conflict is there already",
    },
  ],
  occurs: ["disputed PAID", "disputed REFUNDED"],
});

/** All three are in conflict afterwards; of one the notice is still to come, to a service that gives late money back. */
async function threeWithoutPlaces({ shop, channel, process, recovery, sweeper, time, together }: Story) {
  process(givesBack).start();
  const disputed = await shop.order({ user: "user-0001" });
  const elsewhere = await shop.order({ user: "user-0002" });
  const unasked = await shop.order({ user: "user-0003" });
  const held = (order: Order) => channel.on("callback", order).hold();
  const [told, toldElsewhere, counter] = [held(disputed), held(elsewhere), held(unasked)];
  for (const order of [disputed, elsewhere]) channel.on("charge", order).reply.lose();
  await shop.pay(disputed).expect("UNKNOWN");
  await shop.pay(elsewhere, { at: givesBack }).expect("UNKNOWN");
  await channel.charge(unasked).expect("CHARGED");
  await time.pass(60_000);
  await sweeper.run().expect({ released: 3 });

  await counter.release().expect("CONFLICT");
  await together(told.release(), recovery.run());
  await toldElsewhere.release().expect("DUPLICATE CONFLICT");
  return [disputed, elsewhere, unasked] as const;
}

/** Nothing moves it but a decision. */
async function waits({ shop, channel, recovery }: Story, order: Order): Promise<void> {
  await shop.pay(order).expect("REJECTED UNKNOWN");
  await shop.cancel(order).expect("REJECTED UNKNOWN");
  await channel.repeat(order).expect("DUPLICATE CONFLICT");
  await channel.notify(order, "DECLINED").expect("IGNORED UNKNOWN");
  await channel.notify(order, "REFUNDED").expect("IGNORED UNKNOWN");
  await recovery.run().expect({ orders: 0 });
  await shop.reconcile().expect({ mismatches: 0, pending: 3 });
}

/** To whoever comes in time. */
async function sellTheRest({ shop }: Story): Promise<void> {
  for (const user of ["user-0004", "user-0005", "user-0006"]) {
    const order = await shop.order({ user });
    if (order.outcome === "CREATED") await shop.pay(order).expect("PAID");
  }
}
