/**
 * HB-01, a control. One room is left, and two requests read 1 and write 0.
 * Each is accepted with a hold of its own. The balance never went below zero and always added up, so no CHECK has failed: it says
 * one held, and two bookings hold the one room.
 */
import { breaks, experiment, stockConserved } from "../../harness/shop/scenario.ts";
import { stockReadFirst } from "../controls/stockReadFirst.ts";
import { lastRoom } from "./lastRoom.ts";

export default experiment("HB-01", {
  title: "Control: the last room, read by two and written by two",
  stock: 1,
  config: { holdMs: 10_000 },
  async story(story) {
    await lastRoom(story, { a: "CREATED", b: "CREATED" });
    await story.hotel.night().expect({ available: 0, holds: 2 });
  },
  holds: [],
  wrong: breaks(stockConserved, "a balance is read, and written as it was read", stockReadFirst),
});
