/**
 * Situations in which several flows begin. The channel's own notices are held throughout, so that they do not settle
 * what a flow is to settle; they go on their way when the faults are over.
 */
import type { Order, Story } from "../../harness/shop/scenario.ts";

const buyer = "user-0042";

export async function ordered({ shop, channel }: Story, user = buyer): Promise<Order> {
  const order = await shop.order({ user });
  channel.on("callback", order).hold();
  return order;
}

export async function paid(story: Story, user = buyer): Promise<Order> {
  const order = await ordered(story, user);
  await story.shop.pay(order);
  await noticeHeld(story);
  return order;
}

/** UNKNOWN, with its place held: it was charged, and the answer got lost. */
export async function unknown(story: Story): Promise<Order> {
  const order = await ordered(story);
  story.channel.on("charge", order).reply.lose();
  await story.shop.pay(order);
  return order;
}

/** UNKNOWN, with its place held: the request to charge it got lost. */
export async function neverAsked(story: Story): Promise<Order> {
  const order = await ordered(story);
  story.channel.on("charge", order).request.lose();
  await story.shop.pay(order);
  return order;
}

/** UNKNOWN, with its place held: its charge was declined, and the answer got lost. */
export async function declined(story: Story): Promise<Order> {
  const order = await ordered(story);
  story.channel.decline(order);
  story.channel.on("charge", order).reply.lose();
  await story.shop.pay(order);
  return order;
}

/** UNKNOWN, charged, and its hold was swept: the piece is for sale. */
export async function withoutPlace(story: Story): Promise<Order> {
  const order = await unknown(story);
  await story.time.pass(60_000);
  await story.sweeper.run();
  return order;
}

/** A conflict: UNKNOWN, its hold was swept, and then the notice of its charge came. Of a sale that leaves late money to a person. */
export async function inConflict(story: Story): Promise<Order> {
  const order = await withoutPlace(story);
  await story.channel.notify(order, "CHARGED");
  return order;
}

/** UNKNOWN, charged, and its place was sold to somebody else. */
export async function placeSold(story: Story): Promise<Order> {
  const order = await withoutPlace(story);
  await paid(story, "user-0001");
  return order;
}

/** CANCELLED, and then its buyer pays at the channel all the same. */
export async function chargedAfterCancel(story: Story): Promise<Order> {
  const order = await ordered(story);
  await story.shop.cancel(order);
  await story.channel.charge(order);
  await noticeHeld(story);
  return order;
}

/** The notice of a refund that a flow brings about is held as well: it is the third, after the held one and the flow's. */
export function refundUnnoticed({ channel }: Story, order: Order): Order {
  channel.on("callback", order, 3).hold();
  return order;
}

/** The channel's notice has been sent, and is held. */
async function noticeHeld({ time }: Story): Promise<void> {
  await time.pass(1);
}
