/** Pairs that settle an order which was charged and whose answer got lost: the channel's notice, recovery, expiry. */
import type { Pair } from "../../harness/shop/explore/pair.ts";
import { conflictOverlooked } from "../controls/conflictOverlooked.ts";
import { decisionUnconditioned } from "../controls/decisionUnconditioned.ts";
import { locksCrossed } from "../controls/locksCrossed.ts";
import { confirmIgnored } from "../controls/confirmIgnored.ts";
import { readThenWrite } from "../controls/readThenWrite.ts";
import { refundReplyInsists } from "../controls/refundReplyInsists.ts";
import { reholdWithoutCondition } from "../controls/reholdWithoutCondition.ts";
import { inConflict, ordered, placeSold, unknown, withoutPlace } from "../grid/situations.ts";

const asRead = { says: "an order is written as it was read", parts: readThenWrite };

/** Whoever settles an order and whoever cancels it take its two locks; to lock them in opposite orders is found here. */
export const noticeCancel: Pair = {
  name: "notice-cancel",
  title: "unasked money × cancel",
  says: "the buyer has paid at the channel's counter and cancels at the shop",
  stock: 2,
  bound: 2,
  faultedBound: 1,
  async before(story) {
    const order = await ordered(story);
    await story.channel.charge(order);
    await story.time.pass(1); // Its own notice has been sent, and is held.
    return () => [story.channel.notify(order, "CHARGED"), story.shop.cancel(order)];
  },
  control: { says: "the reservation is locked before the order", parts: locksCrossed },
};

export const settling: readonly Pair[] = [
  noticeCancel,
  {
    name: "callback-callback",
    title: "callback × callback",
    says: "one notice arrives twice at once, and counts once",
    stock: 2,
    bound: 3,
    faultedBound: 1,
    async before(story) {
      const order = await unknown(story);
      story.channel.on("callback", order, 2).request.duplicate(2);
      return () => [story.channel.notify(order, "CHARGED")];
    },
    control: asRead,
  },
  {
    name: "callback-expiry",
    title: "callback × expiry",
    says: "the money comes while the sweeper takes the place away",
    stock: 2,
    bound: 4,
    faultedBound: 1,
    async before(story) {
      const order = await unknown(story);
      await story.time.pass(60_000);
      return () => [story.channel.notify(order, "CHARGED"), story.sweeper.run()];
    },
    control: { says: "whether a hold could be confirmed is ignored", parts: confirmIgnored },
  },
  {
    name: "callback-recovery",
    title: "callback × recovery",
    says: "the notice and the answer to a question say the same, and it counts once",
    stock: 2,
    bound: 2,
    faultedBound: 1,
    async before(story) {
      const order = await unknown(story);
      return () => [story.channel.notify(order, "CHARGED"), story.recovery.run()];
    },
    control: asRead,
  },
  {
    name: "recovery-recovery",
    title: "recovery × recovery",
    says: "two workers ask about one order, and its answer counts once",
    stock: 2,
    bound: 2,
    faultedBound: 1,
    async before(story) {
      await unknown(story);
      return () => [story.recovery.run(), story.recovery.run({ on: "recovery-2" })];
    },
    control: asRead,
  },
  {
    name: "rehold-buyer",
    title: "re-hold × buyer",
    says: "the money comes after the hold was swept, while somebody else orders the last piece",
    stock: 1,
    bound: 2,
    faultedBound: 1,
    async before(story) {
      const order = await withoutPlace(story);
      const wish = { user: "user-0001", key: "key-0001" };
      return () => [story.channel.notify(order, "CHARGED"), story.shop.order(wish)];
    },
    control: { says: "a lost hold is confirmed as it is", parts: reholdWithoutCondition },
  },
  {
    name: "refund-refund",
    title: "refund reply × refund callback",
    says: "the channel answers a refund and sends its notice of it",
    stock: 1,
    bound: 3,
    faultedBound: 1,
    async before(story) {
      const order = await placeSold(story);
      return () => [story.channel.notify(order, "CHARGED")];
    },
    control: { says: "a refund that its notice has ended is an error", parts: refundReplyInsists },
  },
  {
    name: "conflict-conflict",
    title: "callback × recovery of money without a place",
    says: "both find that a person has to decide, and there is one conflict",
    stock: 2,
    bound: 2,
    faultedBound: 0,
    config: { lateSuccess: "manual" },
    async before(story) {
      const order = await withoutPlace(story);
      return () => [story.channel.notify(order, "CHARGED"), story.recovery.run()];
    },
    control: {
      says: "money that waits for a person is taken for new when it is heard of again",
      parts: conflictOverlooked,
    },
  },
  {
    name: "decide-decide",
    title: "decision × decision × callback × recovery of one conflict",
    says: "two people decide otherwise, and the first decision is carried out",
    stock: 2,
    bound: 1,
    faultedBound: 0,
    config: { lateSuccess: "manual" },
    async before(story) {
      const order = await inConflict(story);
      return () => [
        story.decider.decide(order, "rehold", { by: "anna" }),
        story.decider.decide(order, "refund", { by: "ben" }),
        story.channel.notify(order, "CHARGED"),
        story.recovery.run(),
      ];
    },
    control: { says: "a decision is carried out whatever has been decided by then", parts: decisionUnconditioned },
  },
];
