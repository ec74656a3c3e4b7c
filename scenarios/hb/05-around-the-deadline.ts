/**
 * HB-05. Payment, expiry, and both once more, in every order around the deadline.
 * A booking is to be paid within 10 s. The money always moves before 9 s; what differs is when the shop hears of it, and when the
 * sweeper runs: at 9 s, at exactly 10 s, at 11 s, in every order also within one second, or never. The time of confirming decides: before
 * the deadline the booking is CONFIRMED; from then on its hold is released once, by whoever comes first, and one refund is made.
 */
import {
  booksAgree,
  breaks,
  claim,
  everyEndTold,
  experiment,
  ledgerExplains,
  nothingIncomplete,
  nothingPending,
  oneRefundKey,
  oneRefundTask,
  paidOnce,
  refundedInFull,
  stockConserved,
  table,
  type Story,
} from "../../harness/shop/scenario.ts";
import { deadlineIgnored } from "../controls/deadlineIgnored.ts";
import { after, paidInTime, stories, type Event, type Told } from "./deadlineStories.ts";

const timeDecides = claim({
  says: "a booking is confirmed when its callback came before the deadline, and otherwise refunded",
  noun: "booking",
  subjects: () => stories,
  broken: (told, { books }) => {
    const status = books.orders.find(({ unitId }) => unitId === told.night)?.status;
    return status === (paidInTime(told) ? "PAID" : "REFUNDED") ? undefined : `${told.night}: ${told.says} is ${status}`;
  },
});

export default experiment("HB-05", {
  title: "Around the deadline: payment, expiry and both once more, in every order",
  stock: 1,
  config: { holdMs: 10_000, expiredHold: "deadline-decides", lateSuccess: "refund" },
  long: true,
  async story(story) {
    const found = new Map<string, Awaited<ReturnType<typeof play>>[number]["booking"][]>();
    for (const told of stories) {
      const rows = await play(story, told);
      rows.forEach(({ booking }, nth) => {
        const wanted = after(told.events.slice(0, nth + 1));
        found.set(wanted, [...(found.get(wanted) ?? []), booking]);
      });
      if (told.shown === undefined) continue;
      story.note(`${told.night}: ${told.shown}`);
      const cells = rows.map(({ event, state, available, refunds, answer }) => [
        `${event.atS} s ${event.what}`,
        state,
        available,
        refunds,
        answer,
      ]);
      for (const row of table([["event", "booking", "available", "refunds", "answer"], ...cells]))
        story.note(`  ${row}`);
    }
    for (const [wanted, bookings] of found) {
      await story.tally("bookings after an event", bookings, { [wanted]: bookings.length });
    }
  },
  holds: [
    timeDecides,
    paidOnce,
    refundedInFull,
    oneRefundTask,
    oneRefundKey,
    stockConserved,
    ledgerExplains,
    everyEndTold,
    nothingPending,
    nothingIncomplete,
    booksAgree,
  ],
  control: breaks(timeDecides, "a hold past its deadline still counts", deadlineIgnored),
});

/** One of them, on a night of its own; each event with its answer, and the booking after it. */
async function play({ shop, channel, hotel, sweeper, time }: Story, { night, events }: Told) {
  await shop.open({ sku: night, total: 1 });
  const order = await shop.order({ user: "guest-a", of: night });
  const callback = channel.on("callback", order).hold();
  let nowMs = 8_999;
  await time.pass(nowMs);
  await channel.charge(order);
  let heard = false;
  const carryOut = async ({ what }: Event): Promise<string> => {
    if (what === "expiry") return `released ${(await sweeper.run()).released}`;
    const said = heard ? channel.repeat(order) : callback.release();
    heard = true;
    return (await said).text;
  };
  const rows = [];
  for (const event of events) {
    await time.pass(event.atS * 1000 - nowMs);
    nowMs = event.atS * 1000;
    const answer = await carryOut(event);
    const booking = hotel.booking(order);
    rows.push({ event, answer, booking, ...(await booking) });
  }
  return rows;
}
