/**
 * HB-02. The same two requests for the last room, and a conditional update.
 * The second waits for the first, looks again at what is left, and finds nothing: there is one hold, and the second guest is
 * told SOLD_OUT and leaves no booking behind. This is one order of the steps; every order of them is explored by
 * `./run.sh explore order-order`.
 */
import {
  booksAgree,
  breaks,
  everyEndTold,
  everyPlaceSold,
  experiment,
  ledgerExplains,
  neverOversold,
  nothingIncomplete,
  nothingPending,
  stockConserved,
} from "../../harness/shop/scenario.ts";
import { stockUnconditioned } from "../controls/stockUnconditioned.ts";
import { lastRoom } from "./lastRoom.ts";

export default experiment("HB-02", {
  title: "The last room, taken by a conditional update: one hold",
  stock: 1,
  config: { holdMs: 10_000, expiredHold: "deadline-decides", lateSuccess: "refund" },
  async story(story) {
    const { shop, hotel } = story;
    const a = await lastRoom(story, { a: "CREATED", b: "SOLD_OUT" });
    await hotel.night().expect({ available: 0, holds: 1 });
    await shop.booked().expect({ orders: 1 });
    await shop.pay(a).expect("PAID");
  },
  holds: [
    neverOversold,
    everyPlaceSold,
    stockConserved,
    ledgerExplains,
    everyEndTold,
    nothingPending,
    nothingIncomplete,
    booksAgree,
  ],
  control: breaks(stockConserved, "a hold is written although no stock was moved", stockUnconditioned),
});
