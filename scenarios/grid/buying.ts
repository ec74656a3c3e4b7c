/** Flows that a buyer begins: ordering, paying with each answer of the channel, cancelling. */
import type { Flow } from "../../harness/shop/grid/flow.ts";
import type { Order, Story } from "../../harness/shop/scenario.ts";
import { chargedBeforePaying } from "../controls/chargedBeforePaying.ts";
import { ordered, paid } from "./situations.ts";

const host = "orders-1";

/** Paying, after something has been prepared. */
function pays(name: string, says: string, prepare: (channel: Story["channel"], order: Order) => unknown): Flow {
  return {
    name,
    says,
    host,
    stock: 2,
    async before(story) {
      const order = await ordered(story);
      await prepare(story.channel, order);
      return () => [story.shop.pay(order)];
    },
  };
}

/** Long enough for the channel to give up: six tries of a notice, a second each, a second apart. */
const givenUpMs = 11_000;

const charged: Flow = {
  name: "pay-charged",
  says: "an order is paid and charged, and no notice of it ever arrives",
  host,
  stock: 2,
  async before({ shop, channel, time }) {
    const order = await shop.order({ user: "user-0042" });
    channel.on("callback", order, "every").request.lose();
    return () => [shop.pay(order), time.pass(givenUpMs)];
  },
};

export const buying: readonly Flow[] = [
  {
    name: "create",
    says: "an order is placed with its hold",
    host,
    stock: 2,
    async before({ shop }) {
      return () => [shop.order({ user: "user-0042", key: "key-0042" })];
    },
  },
  {
    name: "create-sold-out",
    says: "an order is refused: no piece is left",
    host,
    stock: 1,
    async before(story) {
      await paid(story, "user-0001");
      return () => [story.shop.order({ user: "user-0042", key: "key-0042" })];
    },
  },
  charged,
  pays("pay-declined", "an order is paid, and the channel declines", (channel, order) => channel.decline(order)),
  pays("pay-closed", "an order is paid that is closed at the channel", (channel, order) => channel.close(order)),
  pays("pay-unanswered", "an order is paid and charged, and the channel's answer never comes", (channel, order) =>
    channel.on("charge", order).reply.lose(),
  ),
  pays("pay-unheard", "an order is paid, and the request never reaches the channel", (channel, order) =>
    channel.on("charge", order).request.lose(),
  ),
  pays("pay-broken", "an order is paid and charged, and the connection breaks", (channel, order) =>
    channel.on("charge", order).reply.breakOff(),
  ),
  {
    name: "cancel",
    says: "an order is cancelled by its buyer",
    host,
    stock: 2,
    async before(story) {
      const order = await ordered(story);
      return () => [story.shop.cancel(order)];
    },
  },
];

/** The same as the flow of an ordinary payment, without the guard that PAYING is. */
export const unguarded: Flow = {
  ...charged,
  name: "control-pay",
  wrong: { says: "the channel is called before the order is PAYING", parts: chargedBeforePaying },
};
