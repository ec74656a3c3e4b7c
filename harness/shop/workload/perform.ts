/** Performs a plan in the verbs of the shop, as a flow: its buyers and its workers, each at their time. */

import type { Payment } from "../../../src/channel/payment.ts";
import type { Act } from "../grid/flow.ts";
import { horizonMs } from "../explore/pair.ts";
import type { Story } from "../story.ts";
import { otherCurrency, otherObject, price, type Order } from "../verbs/teller.ts";
import type { Buyer, Plan, Round } from "./plan.ts";

/** What came of it for whoever asked: of the answers, that which tells least. */
interface Told {
  readonly http: number;
}

/** Of a buyer, with the order if there is one. */
interface Deal extends Told {
  readonly order?: Order;
}

export function perform(story: Story, { buyers, rounds }: Plan): Act {
  const deals = new Map<Buyer, Deal>();
  const act = async (buyer: Buyer, nth: number, first: boolean): Promise<Deal> => {
    const deal = await buys(story, buyer, nth + 1, first);
    deals.set(buyer, deal);
    return deal;
  };
  const tell = async (): Promise<Told> => {
    const orders = buyers.flatMap((buyer) => (buyer.counter === "charge" ? (deals.get(buyer)?.order ?? []) : []));
    return tellAgain(story, orders);
  };
  return (time) => {
    if (time === "repeated") return buyers.map((buyer) => again(story, deals.get(buyer)?.order, buyer));
    const acting = buyers.map((buyer, nth) => act(buyer, nth, time === "first"));
    if (time === "unanswered") return [...acting, Promise.all(acting).then(tell)];
    const working = rounds.map((round) => works(story, round));
    const over = Promise.allSettled([...acting, ...working]).then(() => story.time.pass(horizonMs));
    return [...acting, ...working, over.then(tell)];
  };
}

/** Of what was paid at its counter the shop hears by the channel's notice alone: the channel sends it until it is heard. */
async function tellAgain({ channel }: Story, orders: readonly Order[]): Promise<Told> {
  let http = 200;
  for (const order of orders) {
    const known = await channel.query(order);
    http = worse(http, known.http);
    if (known.http === 200 && known.text.startsWith("CHARGED"))
      http = worse(http, (await channel.notify(order, "CHARGED")).http);
  }
  return { http };
}

const name = (kind: string, nth: number): string => `${kind}-${String(nth).padStart(4, "0")}`;

/** Whoever gets no answer to an order asks once more; whoever comes for the second time keeps the same key, and does not wait. */
async function buys({ shop, channel, time }: Story, buyer: Buyer, nth: number, first: boolean): Promise<Deal> {
  const at = `orders-${buyer.service}`;
  const once = async <A extends { readonly http: number }>(act: () => PromiseLike<A>): Promise<A> => {
    if (!first || !buyer.twice) return act();
    const [one, other] = await Promise.all([act(), act()]);
    return one.http === 0 ? other : one;
  };
  if (first) await time.pass(buyer.atMs);
  const wish = { user: name("user", buyer.user), key: name("key", nth), at };
  let order = await once(() => shop.order(wish));
  if (first && isNoAnswer(order)) order = await shop.order(wish);
  if (order.id === "") return { http: order.http };
  if (buyer.declined) channel.decline(order);
  if (first && buyer.refundRefused) channel.refuseRefund(order);
  const other = first ? misnamed(buyer) : undefined;
  if (other !== undefined) await channel.notify(order, "CHARGED", other);
  if (first && buyer.counter === "close") await channel.close(order);
  const refundNoted = async (): Promise<void> => {
    await time.pass(buyer.pauseMs);
    await channel.notify(order, "REFUNDED");
  };
  const noted = first && buyer.misnoted === "refund" ? refundNoted() : undefined;
  let { http } = order;
  let atCounter = first && buyer.counter === "charge";
  for (const step of buyer.then) {
    if (first) await time.pass(buyer.pauseMs);
    if (step === "cancel" || buyer.counter !== "charge")
      http = worse(http, (await once(() => shop[step](order, { at }))).http);
    else if (atCounter) await channel.charge(order);
    if (step === "pay") atCounter = false;
  }
  await noted;
  return { http, order };
}

/** The payment that a wrong notice speaks of, in what it is not the order's. */
function misnamed({ misnoted, user }: Buyer): Partial<Payment> | undefined {
  switch (misnoted) {
    case "amount":
      return { amount: price + (user % 2 === 0 ? -1 : 1) };
    case "currency":
      return { currency: otherCurrency };
    case "object":
      return { paymentObject: otherObject };
    case "nothing":
    case "refund":
      return undefined;
  }
}

/** Everything once more, but what would be a new beginning: an order that is still to be paid stays so. */
async function again({ shop }: Story, order: Order | undefined, buyer: Buyer): Promise<void> {
  if (order === undefined) return;
  const { status } = await shop.status(order);
  if (status === "CREATED") return;
  await shop.order({ user: order.user, key: order.key });
  for (const step of buyer.then) if (step === "cancel" || buyer.counter !== "charge") await shop[step](order);
}

function isNoAnswer({ http }: Told): boolean {
  return http === 0 || http >= 500;
}

/** The answer that tells least: none, or one of the 500s. */
function worse(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : Math.max(a, b); // 0 is no answer
}

async function works(story: Story, { worker, nth, atMs, times, everyMs }: Round): Promise<void> {
  for (let time = 0; time < times; time++) {
    await story.time.pass(time === 0 ? atMs : everyMs);
    await story[worker].run({ on: nth === 1 ? worker : `${worker}-2` });
  }
}
