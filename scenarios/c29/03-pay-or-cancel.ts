/**
 * C29-03. Ten buyers pay their orders and cancel them, both at once.
 * Of each pair one is carried out and the other REJECTED: every order ends PAID or CANCELLED, as many charges are asked
 * for as orders are PAID, and of a CANCELLED order the channel has never heard. Which side wins is the schedule's affair.
 */
import {
  askedOnce,
  booksAgree,
  breaks,
  chargedWhenPaid,
  eventsComplete,
  everyEndTold,
  experiment,
  ledgerExplains,
  nothingIncomplete,
  nothingPending,
  paidOnce,
  stockConserved,
  users,
} from "../../harness/shop/scenario.ts";
import { readThenWrite } from "../controls/readThenWrite.ts";

export default experiment("C29-03", {
  title: "Pay and cancel race on ten orders",
  stock: 10,
  async story({ shop, channel, tally, together, note }) {
    const orders = await together(...users(1, 10).map((user) => shop.order({ user }).expect("CREATED")));
    const answers = orders.flatMap((order) => [shop.pay(order), shop.cancel(order)]);
    await tally("ten pays and ten cancels", answers, { "PAID or CANCELLED": 10, REJECTED: 10 });
    for (const order of orders) {
      const { status } = await shop.status(order);
      await channel.query(order).expect(status === "PAID" ? "CHARGED" : "NOT_FOUND");
    }
    note(shop.finalStates);
  },
  holds: [
    paidOnce,
    askedOnce,
    chargedWhenPaid,
    stockConserved,
    ledgerExplains,
    eventsComplete,
    nothingPending,
    everyEndTold,
    nothingIncomplete,
    booksAgree,
  ],
  occurs: ["PAID", "CANCELLED"],
  control: {
    ...breaks(chargedWhenPaid, "an order is read, judged, and written without a second look", readThenWrite),
    mayFail: "who moves a place that was moved already meets the ledger's unique key, and answers 500",
  },
});
