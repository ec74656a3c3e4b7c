/** Pairs that a buyer begins: ordering, paying and cancelling at the same time. */
import type { Pair } from "../../harness/shop/explore/pair.ts";
import type { Order } from "../../harness/shop/scenario.ts";
import { chargedBeforePaying } from "../controls/chargedBeforePaying.ts";
import { keyReadFirst } from "../controls/keyReadFirst.ts";
import { readThenWrite } from "../controls/readThenWrite.ts";
import { stockReadFirst } from "../controls/stockReadFirst.ts";

export const payCancel: Pair = {
  name: "pay-cancel",
  title: "pay × cancel",
  says: "one of them wins, and the other is refused",
  stock: 2,
  bound: 2,
  faultedBound: 1,
  async before(story) {
    const order = await story.shop.order({ user: "user-0042" });
    return () => [story.shop.pay(order), story.shop.cancel(order)];
  },
  control: { says: "an order is written as it was read", parts: readThenWrite },
};

export const buying: readonly Pair[] = [
  payCancel,
  {
    name: "pay-pay",
    title: "pay × pay",
    says: "the channel is asked once",
    stock: 2,
    bound: 2,
    faultedBound: 1,
    async before(story) {
      const order = await story.shop.order({ user: "user-0042" });
      return () => [story.shop.pay(order), story.shop.pay(order)];
    },
    control: { says: "the channel is called before the order is PAYING", parts: chargedBeforePaying },
  },
  {
    name: "create-create",
    title: "create × create with one request key",
    says: "there is one order, with one hold",
    stock: 2,
    bound: 3,
    faultedBound: 1,
    async before({ shop }) {
      const wish = { user: "user-0042", key: "key-0042" };
      return () => [shop.order(wish), shop.order(wish)];
    },
    control: { says: "the key is looked up before it is inserted", parts: keyReadFirst },
  },
  {
    name: "order-order",
    title: "order × order of the last piece",
    says: "one of them holds it, and the other is told SOLD_OUT",
    stock: 1,
    bound: 3,
    faultedBound: 1,
    async before({ shop }) {
      const wishes = ["a", "b"].map((guest) => ({ user: `guest-${guest}`, key: `key-${guest}` }));
      const refused = new Set<string>();
      const ask = async (wish: (typeof wishes)[number]): Promise<Order> => {
        const order = await shop.order(wish);
        if (order.outcome === "SOLD_OUT") refused.add(wish.user);
        return order;
      };
      // Once more, when the hold is over, whoever was refused would find a piece: that is another wish.
      return (time) => wishes.filter(({ user }) => time !== "repeated" || !refused.has(user)).map(ask);
    },
    control: { says: "a balance is read, and written as it was read", parts: stockReadFirst },
  },
];
