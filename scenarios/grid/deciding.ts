/** Flows that a person begins: each decision on money that came when its place was gone. */
import type { Flow } from "../../harness/shop/grid/flow.ts";
import type { Order, Story } from "../../harness/shop/scenario.ts";
import { inConflict } from "./situations.ts";

function decided(
  decides: NonNullable<Flow["decides"]>,
  says: string,
  prepare: (channel: Story["channel"], order: Order) => unknown = () => undefined,
): Flow {
  return {
    name: `decide-${decides}`,
    says,
    host: "orders-1",
    stock: 2,
    config: { lateSuccess: "manual" },
    decides,
    async before(story) {
      const order = await inConflict(story);
      await prepare(story.channel, order);
      return () => [story.decider.decide(order, decides)];
    },
  };
}

/** What follows of a refund that is answered is struck where money goes back without a person. */
export const deciding: readonly Flow[] = [
  decided("rehold", "a person gives late money another place"),
  decided("refund", "a person sends late money back, and the channel does not hear of it", (channel, order) =>
    channel.on("refund", order).request.lose(),
  ),
];
