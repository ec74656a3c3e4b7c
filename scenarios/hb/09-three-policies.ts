/**
 * HB-09. What becomes of money that comes too late: both policies, side by side.
 * Two desks of one hotel sell nights of their own. At both the same happens: the charge gets no answer, the hold expires, and the
 * callback comes at 11 s. One desk gives the money back, whatever is free. The other tries for a room anew, which is a hold of its
 * own and may fail: where the room is free still it is CONFIRMED, and where another guest has it by now the money goes back too.
 */
import {
  booksAgree,
  breaks,
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
  type Story,
} from "../../harness/shop/scenario.ts";
import { reholdWithoutCondition } from "../controls/reholdWithoutCondition.ts";

const desks = [
  { at: "orders-1", policy: "refund", free: "REFUNDING" },
  { at: "orders-2", policy: "rehold-or-refund", free: "PAID_REHELD" },
] as const;
type Desk = (typeof desks)[number];

export default experiment("HB-09", {
  title: "Late money by both policies: back, or another room",
  stock: 1,
  config: { holdMs: 10_000, expiredHold: "deadline-decides", lateSuccess: "refund" },
  configOf: { "orders-2": { lateSuccess: "rehold-or-refund", ordersUrl: "http://orders-2" } },
  async story(story) {
    for (const { at } of desks) story.process(at).start();
    for (const night of ["free", "sold"] as const) {
      const columns = [];
      for (const desk of desks) columns.push(await late(story, desk, night));
      const [left = [], right = []] = columns;
      story.note(`the room is ${night === "free" ? "free still" : "sold to another by then"}`);
      const heading = ["event", ...desks.map(({ policy }) => policy)];
      const rows = left.map(([event, state], nth) => [event, state, right[nth]?.[1] ?? ""]);
      for (const row of table([heading, ...rows])) story.note(`  ${row}`);
    }
    story.note(story.shop.finalStates);
  },
  holds: [
    paidOnce,
    refundedInFull,
    oneRefundTask,
    moneyIsForPlaces,
    stockConserved,
    everyEndTold,
    nothingPending,
    nothingIncomplete,
    booksAgree,
  ],
  control: breaks(booksAgree, "a lost hold is confirmed as it is", reholdWithoutCondition),
});

/** One booking at one desk: each event, and the booking after it. */
async function late(
  { shop, channel, hotel, sweeper, time }: Story,
  { at, policy, free }: Desk,
  night: "free" | "sold",
) {
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
  await callback.release().expect(night === "free" ? free : "REFUNDING");
  await observe("11 s callback");
  return rows;
}
