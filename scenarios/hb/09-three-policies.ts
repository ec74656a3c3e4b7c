/**
 * HB-09. What becomes of money that comes too late: three policies, side by side.
 * Three desks of one hotel sell nights of their own. At all of them the same happens: the charge gets no answer, the hold expires, and
 * the callback comes at 11 s. One desk gives the money back, whatever is free. Another tries for a room anew, which is a hold of its
 * own and may fail: where the room is free still it is CONFIRMED, and where another guest has it by now the money goes back too. The
 * third leaves it to a person: the money waits, no room is taken and none is given back, whatever comes in between, until somebody
 * decides at 12 s. A room that is free still is wished for and taken; of one that is sold there is none to be had, which is said and
 * changes nothing, and then the money goes back.
 */
import {
  booksAgree,
  breaks,
  decidedOnce,
  everyEndTold,
  experiment,
  moneyIsForPlaces,
  nothingIncomplete,
  nothingPending,
  oneRefundTask,
  paidOnce,
  refundedInFull,
  stockConserved,
  table,
  type Order,
  type Story,
} from "../../harness/shop/scenario.ts";
import { conflictRefundedAsWell } from "../controls/conflictRefundedAsWell.ts";
import { reholdWithoutCondition } from "../controls/reholdWithoutCondition.ts";

const desks = [
  { at: "orders-1", policy: "refund", free: "REFUNDING", sold: "REFUNDING" },
  { at: "orders-2", policy: "rehold-or-refund", free: "PAID_REHELD", sold: "REFUNDING" },
  { at: "orders-3", policy: "manual", free: "CONFLICT", sold: "CONFLICT" },
] as const;
type Desk = (typeof desks)[number];

export default experiment("HB-09", {
  title: "Late money by three policies: back, another room, or as a person decides",
  stock: 1,
  config: { holdMs: 10_000, expiredHold: "deadline-decides", lateSuccess: "refund" },
  configOf: {
    "orders-2": { lateSuccess: "rehold-or-refund", ordersUrl: "http://orders-2" },
    "orders-3": { lateSuccess: "manual", ordersUrl: "http://orders-3" },
  },
  async story(story) {
    for (const { at } of desks) story.process(at).start();
    for (const night of ["free", "sold"] as const) {
      const columns: Awaited<ReturnType<typeof late>>[] = [];
      for (const desk of desks) columns.push(await late(story, desk, night));
      story.note(`the room is ${night === "free" ? "free still" : "sold to another by then"}`);
      const heading = ["event", ...desks.map(({ policy }) => policy)];
      const rows = (columns[0] ?? []).map(([event], nth) => [event, ...columns.map((rows) => rows[nth]?.[1] ?? "")]);
      for (const row of table([heading, ...rows])) story.note(`  ${row}`);
    }
    story.note(story.shop.finalStates);
  },
  holds: [
    paidOnce,
    decidedOnce,
    refundedInFull,
    oneRefundTask,
    moneyIsForPlaces,
    stockConserved,
    everyEndTold,
    nothingPending,
    nothingIncomplete,
    booksAgree,
  ],
  control: [
    breaks(booksAgree, "a lost hold is confirmed as it is", reholdWithoutCondition),
    {
      ...breaks(decidedOnce, "money that waits for a person goes back as well", conflictRefundedAsWell),
      mayFail: "what is decided afterwards finds the money gone",
    },
  ],
});

/** One booking at one desk: each event, and the booking after it. */
async function late(story: Story, desk: Desk, night: "free" | "sold") {
  const { shop, channel, hotel, sweeper, time } = story;
  const { at, policy } = desk;
  const of = `${policy}-${night}`;
  await shop.open({ sku: of, total: 1 });
  const order = await shop.order({ user: "guest-a", of, at });
  const rows: (readonly [event: string, state: string])[] = [];
  const observe = async (event: string): Promise<void> => {
    const { state, available, refunds } = await hotel.booking(order);
    rows.push([event, `${state} (available ${available}, refunds ${refunds})`]);
  };
  channel.on("charge", order).reply.lose();
  const callback = channel.on("callback", order).hold();
  await shop.pay(order, { at }).expect("UNKNOWN");
  await time.pass(10_000);
  await sweeper.run().expect({ released: 1 });
  await observe("10 s expiry");
  if (night === "sold") {
    await shop.pay(await shop.order({ user: "guest-b", of, at }), { at }).expect("PAID");
    await observe("10 s another guest");
  }
  await time.pass(1_000);
  await callback.release().expect(desk[night]);
  await observe("11 s callback");
  await time.pass(1_000);
  if (policy === "manual") await decided(story, order, night);
  await observe("12 s decision");
  return rows;
}

/** The money waits, whoever asks; then somebody wishes for another room, and sees what is left. */
async function decided({ shop, recovery, decider }: Story, order: Order, night: "free" | "sold") {
  const at = "orders-3";
  await recovery.run().expect({ orders: 0 });
  await shop.cancel(order, { at }).expect("REJECTED UNKNOWN");
  await shop.reconcile().expect({ mismatches: 0, pending: 1 });
  if (night === "free") {
    await decider.decide(order, "rehold", { at }).expect("DECIDED rehold");
    return;
  }
  await decider.decide(order, "rehold", { at }).expect("NO_PLACE SOLD_OUT");
  await decider.decide(order, "refund", { at }).expect("DECIDED refund");
}
