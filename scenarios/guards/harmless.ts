/** Why the removal of some guards does no harm, and the pair whose every schedule up to its bound shows it. */
import type { Guard } from "../../harness/shop/scenario.ts";
import type { Pair } from "../../harness/shop/explore/pair.ts";
import { ordered } from "../grid/situations.ts";
import { payCancel } from "../pairs/buying.ts";

type Harmless = NonNullable<Guard["harmless"]>;

/** Whoever settles an order takes its two locks, and so does whoever cancels it: here both do it, of one order. */
const noticeCancel: Pair = {
  name: "notice-cancel",
  title: "unasked money × cancel",
  says: "the buyer pays at the channel's counter and cancels at the shop",
  stock: 2,
  bound: 2,
  faultedBound: 1,
  async before(story) {
    const order = await ordered(story);
    await story.channel.charge(order);
    await story.time.pass(1); // Its own notice has been sent, and is held.
    return () => [story.channel.notify(order, "CHARGED"), story.shop.cancel(order)];
  },
};

export const theLockIsEnough: Harmless = {
  because:
    "whoever moves an order has held its row's lock since it was read, so the condition finds what was read (without both: read-then-write)",
  pair: payCancel,
};

export const begunAgain: Harmless = {
  because: "the server ends one of two that wait for each other, and its transaction is begun again from the start",
  pair: noticeCancel,
};
