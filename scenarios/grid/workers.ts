/** Flows that the workers begin: expiry, recovery's ways, the relay, and the consumer behind it. */
import type { Flow } from "../../harness/shop/grid/flow.ts";
import type { Story } from "../../harness/shop/scenario.ts";
import { declined, neverAsked, paid, placeSold, refundUnnoticed, unknown, withoutPlace } from "./situations.ts";

/** One pass of recovery over what was prepared. */
function recovers(name: string, says: string, stock: number, prepare: (story: Story) => Promise<unknown>): Flow {
  return {
    name,
    says,
    host: "recovery",
    stock,
    async before(story) {
      await prepare(story);
      return () => [story.recovery.run()];
    },
  };
}

export const workers: readonly Flow[] = [
  {
    name: "expiry",
    says: "the sweeper releases a hold past its deadline",
    host: "sweeper",
    stock: 2,
    async before({ shop, sweeper, time }) {
      await shop.order({ user: "user-0042" });
      await time.pass(60_000);
      return () => [sweeper.run()];
    },
  },
  {
    name: "delay-task",
    says: "a delay task ends its hold at the deadline",
    host: "expiry",
    stock: 2,
    async before({ shop, expiry, time }) {
      const order = await shop.order({ user: "user-0042" });
      await time.pass(59_000);
      return () => [expiry.arrange(order), time.pass(1_001)];
    },
  },
  recovers("lapse", "recovery cancels an order whose hold has ended", 2, async ({ shop, sweeper, time }) => {
    await shop.order({ user: "user-0042" });
    await time.pass(60_000);
    await sweeper.run();
  }),
  recovers("query", "recovery asks, and the order was charged", 2, unknown),
  recovers("query-declined", "recovery asks, and the order was declined", 2, declined),
  recovers("query-rehold", "recovery asks, and the order was charged: another place is taken", 2, withoutPlace),
  recovers("close", "recovery asks, the channel knows nothing, and the order is closed there", 2, neverAsked),
  recovers("refund", "recovery repeats a refund that got no answer", 1, async (story) => {
    const order = refundUnnoticed(story, await placeSold(story));
    story.channel.on("refund", order).reply.lose();
    await story.channel.notify(order, "CHARGED");
  }),
  {
    name: "relay",
    says: "the relay carries two events to the consumer",
    host: "relay",
    stock: 2,
    async before(story) {
      await paid(story, "user-0042");
      await paid(story, "user-0043");
      return () => [story.relay.run()];
    },
  },
  {
    name: "consumer",
    says: "the consumer takes an event in and ships",
    host: "fulfillment",
    stock: 2,
    async before(story) {
      await paid(story);
      return () => [story.relay.run()];
    },
  },
];
