/** Flows that the channel begins: each kind of notice, for an order in each situation in which it does something else. */
import type { Flow } from "../../harness/shop/grid/flow.ts";
import type { Order, Story } from "../../harness/shop/scenario.ts";
import { chargedAfterCancel, declined, paid, placeSold, refundUnnoticed, unknown, withoutPlace } from "./situations.ts";

/** The channel sends a notice; when it hears no 200 it does so again. */
function notified(
  kind: "CHARGED" | "DECLINED" | "REFUNDED",
  name: string,
  says: string,
  prepare: (story: Story) => Promise<Order>,
  stock = 2,
): Flow {
  return {
    name,
    says,
    host: "orders-1",
    stock,
    async before(story) {
      const order = await prepare(story);
      return () => [story.channel.notify(order, kind)];
    },
  };
}

export const callbacks: readonly Flow[] = [
  notified("CHARGED", "callback-charged", "the notice of a charge settles an UNKNOWN order", unknown),
  notified("CHARGED", "callback-again", "the notice of a charge comes for an order that is PAID", paid),
  notified("DECLINED", "callback-declined", "the notice of a refusal settles an UNKNOWN order", declined),
  notified("CHARGED", "callback-rehold", "the money comes after the hold was swept: another place", withoutPlace),
  notified(
    "CHARGED",
    "callback-refund",
    "the money comes after the place was sold: it goes back",
    async (story) => refundUnnoticed(story, await placeSold(story)),
    1,
  ),
  notified("CHARGED", "callback-cancelled", "the money comes for a cancelled order: it goes back", async (story) =>
    refundUnnoticed(story, await chargedAfterCancel(story)),
  ),
  notified(
    "REFUNDED",
    "callback-refunded",
    "the notice of a refund comes for a REFUNDED order",
    async (story) => {
      const order = refundUnnoticed(story, await placeSold(story));
      await story.channel.notify(order, "CHARGED");
      return order;
    },
    1,
  ),
];
